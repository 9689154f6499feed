import type { Settings } from '@twofold/contract/admin/settings'
import type { EventName } from '@twofold/contract/events'
import type { WebhookEvent } from '@twofold/contract/webhooks'
import { createAuditChain } from '../audit-chain/audit-chain.ts'
import { createAuditTrailRepository } from '../audit.repository.ts'
import { type Actor, type AuditedAct, createAuditTrail } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { TracingTarget } from '../config-tracing.ts'
import { countConnections } from '../connection-budget.ts'
import type { Crypto } from '../crypto/crypto.ts'
import { createDataKeysRepository } from '../crypto/data-keys.repository.ts'
import type { RootKeys } from '../crypto/root-key.ts'
import { createEventSealer } from '../crypto/sealers.ts'
import { type Connection, createDatabase, type Db } from '../database.ts'
import type { Deletion } from '../deletion.ts'
import { createEvents } from '../events.ts'
import type { HealthCheck } from '../health/health-check.ts'
import { createHook } from '../hook.ts'
import { createHttpServer } from '../http/server.ts'
import { createJobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import type { Measured, Metric } from '../metrics/metric.ts'
import { createNodes } from '../nodes.ts'
import { keepPolicy } from '../policy/policy.ts'
import { createSettingsStoreRepository } from '../policy/settings.repository.ts'
import type { RenewLink } from '../renew-link.ts'
import { createRetention } from '../retention.ts'
import { createTransaction } from '../transaction.ts'
import type { createTracer } from '../trace-export/tracer.ts'
import type { Tracer } from '../tracing/tracing.ts'
import { version } from '../version.ts'

/** Milliseconds for a statement of a job that reads everything. A quarter of this is the longest wait for one of its two connections. */
const backgroundTimeoutMs = 120_000

export interface GroundDeps {
  config: Config
  db: Db
  connection: Connection
  crypto: Crypto
  /** Backups contain what it wraps. */
  rootKey: RootKeys
  policyDefaults: Partial<Settings> | undefined
  clock: Clock
  log: Log
}

/** The base of every noun: settings, HTTP server, jobs, events, audit log and transactions. It knows no noun; nouns subscribe by hooks. */
export async function createGround(deps: GroundDeps) {
  const { config, db, connection, crypto, clock, log } = deps
  const keeper = await keepPolicy({
    db,
    settings: createSettingsStoreRepository,
    config,
    log,
    ...(deps.policyDefaults === undefined ? {} : { defaults: deps.policyDefaults }),
  })
  const { policy } = keeper
  const isHttps = () => policy.address.startsWith('https:')
  const nodes = createNodes({ db, log, version, roles: config.roles, connections: countConnections(config) })
  const tracer = await startTracer(config.tracing, { node: nodes.id, version, clock, log })
  const server = await createHttpServer({ log, trustedProxies: config.trustedProxies, isHttps, tracer })
  const jobs = createJobs({ connection, log, tracer })
  const events = createEvents({ jobs, sealer: createEventSealer(crypto), clock })
  const hooks = {
    /** An act was written into the audit log; in its transaction. */
    acted: createHook<[db: Db, act: AuditedAct, actor: Actor | undefined]>('acts'),
    /** Something was published to the outside; in its transaction. */
    published: createHook<[db: Db, type: WebhookEvent, ids: Readonly<Record<string, string>>]>('what is published'),
  }
  const audit = createAuditTrail({ db, trail: createAuditTrailRepository, onRecord: hooks.acted.run, clock })
  const transaction = createTransaction({ db, jobs, events, audit, publish: hooks.published.run, log })
  const backgroundDb = createDatabase({
    connection,
    poolSize: 2,
    log,
    timeoutMs: backgroundTimeoutMs / 4,
    statementTimeout: backgroundTimeoutMs,
    name: 'twofold-figures',
    isPreparing: false,
  })
  return {
    config,
    db,
    backgroundDb,
    connection,
    crypto,
    dataKeys: createDataKeysRepository,
    rootKey: deps.rootKey,
    keeper,
    policy,
    isHttps,
    server,
    jobs,
    events,
    hooks,
    /** How each noun renews the links in its e-mails. */
    links: new Map<EventName, RenewLink>(),
    metrics: [] as (Measured | Metric)[],
    /** Each noun's checks of the installation's health. */
    checks: [] as HealthCheck[],
    /** Each noun's part in deleting an account. */
    deletions: [] as (Deletion & { noun: string })[],
    audit,
    transaction,
    clock,
    log,
    version,
    auditChain: createAuditChain({ db, backgroundDb, crypto, clock, log, months: config.auditMonths }),
    nodes,
    /** Is aborted when this node begins to leave its cluster or to stop. */
    leaving: new AbortController(),
    tracer,
    retention: createRetention({ connection, log }),
  }
}

/** Loads the tracer only if traces are configured. */
async function startTracer(target: TracingTarget | undefined, deps: Parameters<typeof createTracer>[1]): Promise<Tracer | undefined> {
  return target && (await import('../trace-export/tracer.ts')).createTracer(target, deps)
}

export type Ground = Awaited<ReturnType<typeof createGround>>
