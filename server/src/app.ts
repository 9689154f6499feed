import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { adminSettingsRoutes } from './admin/settings/settings.routes.ts'
import { createSettingsImpactRepository } from './admin/settings/settings-impact.repository.ts'
import { createSettingsService } from './admin/settings/settings.service.ts'
import { createBackOffice } from './app/back-office.ts'
import { createBackups } from './app/backups.ts'
import { createIdentities } from './app/identities.ts'
import { createPeople } from './app/people.ts'
import { createVault } from './app/vault.ts'
import { emailRoutes } from './email/email.routes.ts'
import { createEmail } from './email/email.ts'
import type { EmailDeps } from './email/email.ts'
import type { ProviderAddresses } from './identities/providers.ts'
import { installationRoutes } from './installation/installation.routes.ts'
import { createAuditTrailRepository } from './platform/audit.repository.ts'
import { createAuditTrail } from './platform/audit.ts'
import type { Clock } from './platform/clock.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Crypto } from './platform/crypto/crypto.ts'
import type { RootKeys } from './platform/crypto/root-key.ts'
import { createAnswerSealer, createEventSealer } from './platform/crypto/sealers.ts'
import { createDatabase } from './platform/database.ts'
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
import { passwordCost, pinCost } from './platform/password-hash.ts'
import type { HashCost } from './platform/password-hash.ts'
import { keepPolicy } from './platform/policy/policy.ts'
import { createSettingsStoreRepository } from './platform/policy/settings.repository.ts'
import { createTransaction } from './platform/transaction.ts'
import { version } from './platform/version.ts'

/** Milliseconds that a statement may take which reads all there is, for a job. */
const patience = 120_000

export interface AppDeps {
  config: Config
  db: Db
  connection: Connection
  crypto: Crypto
  /** Backups carry what it wraps. */
  rootKey: RootKeys
  log: Log
  clock?: Clock
  /** Tests hash cheaply and load tests are not limited; the product uses the defaults. */
  cost?: { password: HashCost; pin: HashCost }
  rateLimitFactor?: number
  /** Tests sign webhooks by certificates of their own. */
  fetchCertificate?: EmailDeps['fetchCertificate']
  /** Tests run the providers that people sign in at. */
  providerAddresses?: ProviderAddresses
}

/** Everything of the product, wired. Only this file and those in `app/` call factories. */
export async function createApp({ config, db, connection, crypto, rootKey, log, clock = systemClock, ...tuning }: AppDeps) {
  const keeper = await keepPolicy({ db, settings: createSettingsStoreRepository, config, log })
  const { policy } = keeper
  const isHttps = () => policy.address.startsWith('https:')
  const server = await createHttpServer({ log, trustedProxies: config.trustedProxies, isHttps })
  const jobs = createJobs({ connection, log })
  const events = createEvents({ jobs, sealer: createEventSealer(crypto), clock })
  const audit = createAuditTrail({ db, trail: createAuditTrailRepository, clock })
  const transaction = createTransaction({ db, jobs, events, audit, log })

  const cost = tuning.cost ?? { password: passwordCost, pin: pinCost }
  const people = createPeople({
    config,
    policy,
    db,
    transaction,
    jobs,
    crypto,
    clock,
    log,
    cost,
    onAddressProven: (tx, userId) => vault.services.invitations.takeEffect(tx, userId),
  })
  const identities = createIdentities({
    config,
    policy,
    db,
    transaction,
    people: people.services,
    clock,
    log,
    addresses: tuning.providerAddresses,
  })
  const vault = createVault({ db, transaction, jobs, people: people.services, crypto, clock, log })
  const email = createEmail({
    config,
    policy,
    db,
    transaction,
    jobs,
    events,
    crypto,
    clock,
    log,
    renewLink: (tx, mail, by) => backOffice.linkRenewal.renew(tx, mail, by),
    ...(tuning.fetchCertificate === undefined ? {} : { fetchCertificate: tuning.fetchCertificate }),
  })
  const patientDb = createDatabase({ connection, poolSize: 2, log, statementTimeout: patience, name: 'twofold-figures' })
  const backOffice = createBackOffice({
    db,
    patientDb,
    transaction,
    jobs,
    events,
    config,
    people: people.services,
    vault: vault.services,
    isMailAvailable: people.isMailAvailable,
    policy,
    versions: { node: process.versions.node, framework: server.version, application: version },
    clock,
    log,
  })
  const settings = createSettingsService({
    db,
    transaction,
    settings: createSettingsStoreRepository,
    impact: createSettingsImpactRepository,
    keeper,
    clock,
  })
  const backups = createBackups({ config, db, connection, rootKey, transaction, jobs, clock, log })
  const idempotency = createIdempotency({ db, repository: createIdempotencyRepository, sealer: createAnswerSealer(crypto), clock })
  const limiter = createRateLimiter({ db, clock, factor: tuning.rateLimitFactor ?? 1 })

  jobs.define({
    name: 'housekeeping',
    schedule: '17 * * * *',
    run: async () => {
      // What is about to be removed has to be counted first.
      await backOffice.services.dayFigures.rollUp()
      await Promise.all([
        people.removeOld(),
        identities.removeOld(),
        vault.removeOld(),
        backOffice.removeOld(),
        idempotency.removeOld(),
        limiter.removeOld(),
      ])
    },
  })

  let isStopping = false
  const app: App = {
    fastify: server,
    get appUrl() {
      return policy.address
    },
    cookies: createCookies(() => config.secureCookies ?? isHttps()),
    limiter,
    idempotency,
    audit,
    authenticate: people.services.sessions.authenticate,
    findClosure: people.services.sessions.findClosure,
    clock,
  }
  await serveDocumentation(server, { name: config.appName, version })
  await serveHealth(server, {
    checkDatabase: async () => void (await sql`select 1`.execute(db)),
    isStopping: () => isStopping,
    metricsToken: config.metricsToken,
  })
  installationRoutes(app, { policy, providers: identities.offered })
  people.serve(app)
  identities.serve(app)
  vault.serve(app)
  await emailRoutes(app, email)
  backOffice.serve(app)
  backups.serve(app)
  adminSettingsRoutes(app, settings)
  await servePages(app, join(import.meta.dirname, '../../web/dist'))

  return {
    server,
    jobs,
    events,
    audit,
    transaction,
    ...people.services,
    ...vault.services,
    ...backOffice.services,
    ...backups.services,
    email,
    /** Requests under way are answered and jobs under way are finished, for at most `milliseconds` and a second; new ones are refused. */
    async stop(milliseconds: number): Promise<void> {
      isStopping = true
      keeper.close()
      const end = performance.now() + milliseconds
      const stopped = backups.stop()
      const cutOff = setTimeout(() => server.server.closeAllConnections(), milliseconds)
      await server.close()
      clearTimeout(cutOff)
      const rest = Math.max(1000, end - performance.now())
      async function stopJobs() {
        try {
          await jobs.stop(rest)
        } finally {
          await patientDb.destroy()
        }
      }
      const finished = Promise.all([stopped, stopJobs(), email.stop(), vault.stop()])
      // What is still under way then is left to its lease: a database that does not answer must not keep the process from ending.
      finished.catch((error: unknown) => log.error({ err: error }, 'work could not be finished'))
      await Promise.race([finished, wait(rest + 1000, undefined, { ref: false })])
    },
  }
}

export type Application = Awaited<ReturnType<typeof createApp>>
