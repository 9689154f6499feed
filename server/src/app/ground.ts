import type { Settings } from '@twofold/contract/admin/settings'
import { createAuditTrailRepository } from '../platform/audit.repository.ts'
import { createAuditTrail } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import { createEventSealer } from '../platform/crypto/sealers.ts'
import type { Connection, Db } from '../platform/database.ts'
import { createEvents } from '../platform/events.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createJobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import { keepPolicy } from '../platform/policy/policy.ts'
import { createSettingsStoreRepository } from '../platform/policy/settings.repository.ts'
import { createTransaction } from '../platform/transaction.ts'
import { createActsRepository } from '../trust/acts.repository.ts'
import { createActsService } from '../trust/acts.service.ts'
import { createTrustRepository } from '../trust/trust.repository.ts'
import { createTrustService, type TrustServiceDeps } from '../trust/trust.service.ts'
import { createDeliveriesRepository } from '../webhooks/deliveries.repository.ts'
import { createPublish } from '../webhooks/publish.ts'

export interface GroundDeps {
  config: Config
  db: Db
  connection: Connection
  crypto: Crypto
  policyDefaults: Partial<Settings> | undefined
  /** Both are asked of nouns that are wired later, and only while requests are served. */
  hasSecond: TrustServiceDeps['hasSecond']
  tell: TrustServiceDeps['tell']
  clock: Clock
  log: Log
}

/** What every noun stands on: settings, HTTP server, jobs, events, audit log and transactions. */
export async function createGround({ config, db, connection, crypto, policyDefaults, hasSecond, tell, clock, log }: GroundDeps) {
  const keeper = await keepPolicy({
    db,
    settings: createSettingsStoreRepository,
    config,
    log,
    ...(policyDefaults === undefined ? {} : { defaults: policyDefaults }),
  })
  const { policy } = keeper
  const isHttps = () => policy.address.startsWith('https:')
  const server = await createHttpServer({ log, trustedProxies: config.trustedProxies, isHttps })
  const jobs = createJobs({ connection, log })
  const events = createEvents({ jobs, sealer: createEventSealer(crypto), clock })
  const trust = createTrustService({ db, trust: createTrustRepository, policy, hasSecond, tell, clock })
  const audit = createAuditTrail({ db, trail: createAuditTrailRepository, heed: trust.heed, clock })
  const publish = createPublish({ deliveries: createDeliveriesRepository, clock })
  const transaction = createTransaction({ db, jobs, events, audit, publish, log })
  const acts = createActsService({ db, acts: createActsRepository, audit, policy, clock })
  return { keeper, policy, isHttps, server, jobs, events, trust, audit, transaction, acts }
}
