import { join } from 'node:path'
import { sql } from 'kysely'
import { createAccountsRepository } from './accounts/accounts.repository.ts'
import { createAccountsService } from './accounts/accounts.service.ts'
import { createSetupRepository } from './accounts/setup.repository.ts'
import { createSetupService } from './accounts/setup.service.ts'
import { createCodesRepository } from './codes/codes.repository.ts'
import { codesRoutes } from './codes/codes.routes.ts'
import { createCodesService } from './codes/codes.service.ts'
import { installationRoutes } from './installation/installation.routes.ts'
import { createKeysRepository } from './keys/keys.repository.ts'
import { keysRoutes } from './keys/keys.routes.ts'
import { createKeysService, purgeDeletedKeys } from './keys/keys.service.ts'
import type { Clock } from './platform/clock.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { createAnswerSealer, createEventSealer, createPepper } from './platform/crypto/sealers.ts'
import type { Crypto } from './platform/crypto/crypto.ts'
import type { Connection, Db } from './platform/database.ts'
import { createEvents } from './platform/events.ts'
import { createCookies } from './platform/http/cookies.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { serveHealth } from './platform/http/health.ts'
import { createIdempotencyRepository } from './platform/http/idempotency.repository.ts'
import { createIdempotency } from './platform/http/idempotency.ts'
import { servePages } from './platform/http/pages.ts'
import { createRateLimiter } from './platform/http/rate-limit.ts'
import type { App } from './platform/http/route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createPasswordHasher, passwordCost, pinCost } from './platform/password-hash.ts'
import type { HashCost } from './platform/password-hash.ts'
import { createTransaction } from './platform/transaction.ts'
import { createSessionsRepository } from './sessions/sessions.repository.ts'
import { sessionsRoutes } from './sessions/sessions.routes.ts'
import { createSessionsService } from './sessions/sessions.service.ts'
import { createSharingRepository } from './sharing/sharing.repository.ts'
import { sharingRoutes } from './sharing/sharing.routes.ts'
import { createSharingService } from './sharing/sharing.service.ts'

export const version = '0.1.0'

export interface AppDeps {
  config: Config
  db: Db
  connection: Connection
  crypto: Crypto
  log: Log
  clock?: Clock
  /** Tests hash cheaply and load tests are not limited; the product uses the defaults. */
  cost?: { password: HashCost; pin: HashCost }
  rateLimitFactor?: number
}

/** Everything of the product, wired. This is the only place that calls factories. */
export async function createApp({ config, db, connection, crypto, log, clock = systemClock, ...tuning }: AppDeps) {
  const jobs = createJobs({ connection, log })
  const events = createEvents({ jobs, sealer: createEventSealer(crypto), clock })
  const transaction = createTransaction({ db, jobs, events })

  const cost = tuning.cost ?? { password: passwordCost, pin: pinCost }
  const passwords = createPasswordHasher({ pepper: createPepper(crypto, 'password-pepper'), cost: cost.password })
  const pins = createPasswordHasher({ pepper: createPepper(crypto, 'pin-pepper'), cost: cost.pin })

  const accounts = createAccountsService({ db, accounts: createAccountsRepository, passwords, pins, newDataKey: crypto.newDataKey, clock })
  const setup = createSetupService({
    db,
    transaction,
    setup: createSetupRepository,
    administrators: createAccountsRepository,
    accounts,
    clock,
  })
  const sessions = createSessionsService({
    db,
    transaction,
    sessions: createSessionsRepository,
    accounts,
    setup,
    signUp: config.signUp,
    isVerificationRequired: () => Promise.resolve(config.emailVerification === 'required'),
    clock,
  })
  const keys = createKeysService({ db, transaction, keys: createKeysRepository, crypto, clock })
  const sharing = createSharingService({ db, transaction, sharing: createSharingRepository, keys, clock })
  const codes = createCodesService({ db, transaction, codes: createCodesRepository, crypto, clock, log })
  const idempotency = createIdempotency({ db, repository: createIdempotencyRepository, sealer: createAnswerSealer(crypto), clock })
  const limiter = createRateLimiter({ db, clock, factor: tuning.rateLimitFactor ?? 1 })

  jobs.define({ name: purgeDeletedKeys, run: async () => void (await keys.purgeDeleted()) })
  jobs.define({
    name: 'housekeeping',
    schedule: '17 * * * *',
    run: async () => {
      await Promise.all([sessions.removeEnded(), idempotency.removeOld(), limiter.removeOld(), keys.purgeDeleted()])
    },
  })

  let isStopping = false
  const server = await createHttpServer({ log, trustedProxies: config.trustedProxies, isHttps: config.appUrl.startsWith('https:') })
  const app: App = {
    fastify: server,
    appUrl: config.appUrl,
    cookies: createCookies(config.secureCookies),
    limiter,
    idempotency,
    authenticate: sessions.authenticate,
  }
  await serveDocumentation(server, { name: config.appName, version })
  await serveHealth(server, {
    checkDatabase: async () => void (await sql`select 1`.execute(db)),
    isStopping: () => isStopping,
    metricsToken: config.metricsToken,
  })
  installationRoutes(app, { name: config.appName, sign_up: config.signUp, providers: [] })
  sessionsRoutes(app, sessions)
  sharingRoutes(app, sharing)
  keysRoutes(app, keys)
  codesRoutes(app, codes)
  await servePages(app, join(import.meta.dirname, '../../web/dist'))

  return {
    server,
    jobs,
    events,
    transaction,
    accounts,
    setup,
    keys,
    sharing,
    /** Requests under way are answered and jobs under way are finished, for at most `milliseconds`; new ones are refused. */
    async stop(milliseconds: number): Promise<void> {
      isStopping = true
      await server.close()
      await jobs.stop(milliseconds)
    },
  }
}

export type Application = Awaited<ReturnType<typeof createApp>>
