import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Settings } from '@twofold/contract/admin/settings'
import { adminSettingsRoutes } from './admin/settings/settings.routes.ts'
import { createSettingsImpactRepository } from './admin/settings/settings-impact.repository.ts'
import { createSettingsService } from './admin/settings/settings.service.ts'
import { createBackOffice } from './app/back-office.ts'
import { createBackups } from './app/backups.ts'
import { createHousekeeping } from './app/housekeeping.ts'
import { createIdentities } from './app/identities.ts'
import { createMachines } from './app/machines.ts'
import { createMailProviders } from './app/mail-providers.ts'
import { createPeople } from './app/people.ts'
import { createRequests } from './app/requests.ts'
import { createReviews } from './app/reviews.ts'
import { createStreams } from './app/streams.ts'
import { createVault } from './app/vault.ts'
import { createWatching } from './app/watching.ts'
import { createWebhooks } from './app/webhooks.ts'
import { emailRoutes } from './email/email.routes.ts'
import { createEmail } from './email/email.ts'
import type { EmailDeps } from './email/email.ts'
import type { ProviderAddresses } from './identities/providers.ts'
import { installationRoutes } from './installation/installation.routes.ts'
import { createLiveRepository } from './live/live.repository.ts'
import { liveRoutes } from './live/live.routes.ts'
import { createLiveService } from './live/live.service.ts'
import { createAuditChain } from './platform/audit-chain/audit-chain.ts'
import { createAuditTrailRepository } from './platform/audit.repository.ts'
import { createAuditTrail } from './platform/audit.ts'
import type { Clock } from './platform/clock.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Crypto } from './platform/crypto/crypto.ts'
import { createKeyringsRepository } from './platform/crypto/keyrings.repository.ts'
import type { RootKeys } from './platform/crypto/root-key.ts'
import { rewrapAll } from './platform/crypto/rotate-keys.ts'
import { createAnswerSealer, createEventSealer } from './platform/crypto/sealers.ts'
import { countConnections } from './platform/connection-budget.ts'
import { createDatabase } from './platform/database.ts'
import type { Connection, Db } from './platform/database.ts'
import { createEvents } from './platform/events.ts'
import { requestsEach } from './platform/fair-connections.ts'
import { createCookies } from './platform/http/cookies.ts'
import { createDrain } from './platform/http/drain.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { createIdempotencyRepository } from './platform/http/idempotency.repository.ts'
import { createIdempotency } from './platform/http/idempotency.ts'
import { servePages } from './platform/http/pages.ts'
import { createRateLimiter } from './platform/http/rate-limit.ts'
import type { App } from './platform/http/route.ts'
import { createHttpServer } from './platform/http/server.ts'
import { createTurns } from './platform/http/turns.ts'
import { createJobs } from './platform/jobs.ts'
import { listen } from './platform/listen.ts'
import type { Log } from './platform/log.ts'
import { createNodes } from './platform/nodes.ts'
import { passwordCost, pinCost } from './platform/password-hash.ts'
import type { HashCost } from './platform/password-hash.ts'
import { keepPolicy } from './platform/policy/policy.ts'
import { createSettingsStoreRepository } from './platform/policy/settings.repository.ts'
import { createRetention } from './platform/retention.ts'
import { createTransaction } from './platform/transaction.ts'
import { version } from './platform/version.ts'
import { createActsRepository } from './trust/acts.repository.ts'
import { createActsService } from './trust/acts.service.ts'
import { createTrustRepository } from './trust/trust.repository.ts'
import { trustRoutes } from './trust/trust.routes.ts'
import { createTrustService } from './trust/trust.service.ts'
import { effectOf } from './trust/ways-out.ts'
import { createDeliveriesRepository } from './webhooks/deliveries.repository.ts'
import { createPublish } from './webhooks/publish.ts'
import { reviewEnded } from './admin/notifications/review-ended.ts'

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
  /** Tests begin with people who are no administrators; the product waits for the first one. */
  openBeforeSetUp?: boolean
  /** Tests ask no administrator for a second factor; the product does. */
  policyDefaults?: Partial<Settings>
  /** Tests sign webhooks by certificates of their own. */
  fetchCertificate?: EmailDeps['fetchCertificate']
  /** Tests run the providers that people sign in at. */
  providerAddresses?: ProviderAddresses
}

/** Everything of the product, wired. Only this file and those in `app/` call factories. */
export async function createApp({ config, db, connection, crypto, rootKey, log, clock = systemClock, ...tuning }: AppDeps) {
  const keeper = await keepPolicy({
    db,
    settings: createSettingsStoreRepository,
    config,
    log,
    ...(tuning.policyDefaults === undefined ? {} : { defaults: tuning.policyDefaults }),
  })
  const { policy } = keeper
  const isHttps = () => policy.address.startsWith('https:')
  const server = await createHttpServer({ log, trustedProxies: config.trustedProxies, isHttps })
  const jobs = createJobs({ connection, log })
  const events = createEvents({ jobs, sealer: createEventSealer(crypto), clock })
  const trust = createTrustService({
    db,
    trust: createTrustRepository,
    policy,
    hasSecond: (on, id) => approvals.hasSecond(on, id),
    tell: (on, told) => people.services.closing.tell(on, told),
    clock,
  })
  const audit = createAuditTrail({ db, trail: createAuditTrailRepository, heed: trust.heed, clock })
  const transaction = createTransaction({
    db,
    jobs,
    events,
    audit,
    publish: createPublish({ deliveries: createDeliveriesRepository, clock }),
    log,
  })
  const acts = createActsService({ db, acts: createActsRepository, audit, policy, clock })

  const approvals = createRequests({
    config,
    policy,
    defaults: keeper.defaults,
    db,
    transaction,
    crypto,
    audit,
    events,
    jobs,
    trust,
    tellLeaver: (on, told) => people.services.closing.tellLeaver(on, told),
    clock,
    log,
  })

  const retention = createRetention({ connection, log })
  const nodes = createNodes({ db, log, version, roles: config.roles, connections: countConnections(config) })
  const cost = tuning.cost ?? { password: passwordCost, pin: pinCost }
  const mailProviders = createMailProviders({ config, policy, db })
  const { isMailAvailable } = mailProviders
  const people = createPeople({
    config,
    policy,
    db,
    transaction,
    events,
    jobs,
    crypto,
    clock,
    log,
    cost,
    trust,
    requests: approvals.requests,
    hasOtherNodes: nodes.hasOthers,
    onAddressProven: (tx, userId, proof) => vault.services.invitations.takeEffect(tx, userId, proof),
    isMailAvailable,
    openBeforeSetUp: tuning.openBeforeSetUp ?? false,
  })
  const identities = await createIdentities({
    config,
    policy,
    db,
    transaction,
    people: people.services,
    isMailAvailable,
    clock,
    log,
    addresses: tuning.providerAddresses,
  })
  const vault = createVault({
    db,
    transaction,
    jobs,
    people: people.services,
    noteRotated: (tx, owner, key) => backOffice.services.leavers.noteRotated(tx, owner, key),
    crypto,
    address: config.appUrl,
    clock,
    log,
  })
  const machines = createMachines({ config, db, transaction, jobs, policy, people: people.services, clock, log })
  const reviews = createReviews({
    db,
    transaction,
    jobs,
    people: people.services,
    vault: vault.services,
    tellAdministrators: (id, counts) => backOffice.services.notifications.tell(`review ${id} ended`, reviewEnded(id, counts)),
    clock,
    log,
  })
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
    mailProviders,
    retention,
    renewLink: (tx, mail, by) => backOffice.linkRenewal.renew(tx, mail, by),
    ...(tuning.fetchCertificate === undefined ? {} : { fetchCertificate: tuning.fetchCertificate }),
  })
  const patientDb = createDatabase({
    connection,
    poolSize: 2,
    log,
    statementTimeout: patience,
    name: 'twofold-figures',
    isPreparing: false,
  })
  const auditChain = createAuditChain({ db, patientDb, crypto, months: config.auditMonths, clock, log })
  jobs.define({ name: 'audit.checkpoint', schedule: '*/5 * * * *', retryLimit: 0, run: async () => void (await auditChain.checkpoint()) })
  jobs.define({ name: 'audit.verify', schedule: '47 3 * * *', expireInSeconds: 3600, run: async () => void (await auditChain.verify()) })
  const backups = createBackups({ config, db, connection, rootKey, transaction, jobs, clock, log })
  const backOffice = createBackOffice({
    auditChain,
    db,
    patientDb,
    transaction,
    jobs,
    events,
    config,
    people: people.services,
    vault: vault.services,
    reviews: reviews.services.reviews,
    trust,
    acts,
    mailProviders,
    backups: backups.services.backups,
    policy,
    listNodes: nodes.list,
    versions: { node: process.versions.node, framework: server.version, application: version },
    clock,
    log,
  })
  const live = createLiveService({
    db,
    live: createLiveRepository,
    sessions: people.services.sessions,
    listen: (heard) => listen({ connection, channel: 'twofold_live', log, ...heard }),
    clock,
    log,
  })
  const streams = createStreams({ config, policy, db, transaction, crypto, clock, log })
  const webhooks = createWebhooks({ config, db, transaction, crypto, clock, log })
  const settings = createSettingsService({
    db,
    transaction,
    settings: createSettingsStoreRepository,
    impact: createSettingsImpactRepository,
    keeper,
    clock,
  })
  const idempotency = createIdempotency({ db, repository: createIdempotencyRepository, sealer: createAnswerSealer(crypto), clock })
  const limiter = createRateLimiter({ db, clock, factor: tuning.rateLimitFactor ?? 1 })

  /** What has been kept for long enough. */
  const removable = () => [
    ...people.removable(),
    ...trust.removable(),
    ...approvals.requests.removable(),
    ...identities.removable(),
    ...vault.removable(),
    ...machines.removable(),
    ...webhooks.sending.removable(),
    ...backOffice.removable(),
    ...auditChain.removable(),
    ...idempotency.removable(),
    ...limiter.removable(),
    ...nodes.removable(),
  ]
  const housekeeping = createHousekeeping({
    countDays: () => backOffice.services.dayFigures.rollUp(),
    endExpiredShares: vault.endExpired,
    removable,
    retention,
    log,
  })
  jobs.define({ name: 'housekeeping', schedule: '17 * * * *', batchSize: 1, expireInSeconds: 3600, run: housekeeping })

  // What an earlier version of the application wrapped in another way.
  jobs.define({ name: 'keyrings.rewrap', schedule: '27 * * * *', run: () => rewrapAll(createKeyringsRepository(db), rootKey) })

  let isStopping = false
  const { announceEnd, drain } = createDrain(server.server)
  const app: App = {
    fastify: server,
    get appUrl() {
      return policy.address
    },
    cookies: createCookies(() => config.secureCookies ?? isHttps()),
    limiter,
    turns: createTurns({ requestsEach: requestsEach(config.databasePool) }),
    idempotency,
    audit,
    approvals: approvals.gate,
    authenticate: people.services.sessions.authenticate,
    authenticateProgram: machines.authenticate,
    requireOpen: (user, endpoint) => trust.requireOpen(user, effectOf(endpoint)),
    explainEnd: people.services.sessions.explainEnd,
    requirePasswordLength: people.services.accounts.requireLength,
    findClosure: people.services.sessions.findClosure,
    clock,
  }
  serveDocumentation(server, { name: config.appName, version })
  const watching = await createWatching({
    server,
    config,
    version,
    nodes,
    auditKey: auditChain.signer,
    figures: backOffice.installationFigures,
    isStopping: () => isStopping,
    log,
  })
  installationRoutes(app, { policy, providers: identities.offered, isSetUp: people.services.accounts.isSetUp })
  people.serve(app)
  trustRoutes(app, acts)
  identities.serve(app)
  vault.serve(app)
  machines.serve(app)
  reviews.serve(app)
  await emailRoutes(app, email)
  backOffice.serve(app)
  backups.serve(app)
  streams.serve(app)
  webhooks.serve(app)
  liveRoutes(app, live)
  approvals.serve(app)
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
    ...reviews.services,
    ...backOffice.services,
    ...backups.services,
    tokenWatch: machines.watch,
    email,
    requests: approvals.requests,
    auditChain,
    live,
    streams: streams.sending,
    webhooks: webhooks.sending,
    nodes,
    housekeeping,
    watching,
    /**
     * Serves on for so many milliseconds while `/readyz` answers 503, so that proxies send requests to other nodes before this one refuses
     * connections. Jobs go on.
     */
    async leave(milliseconds: number): Promise<void> {
      isStopping = true
      announceEnd()
      // Pages come back at once, by what proxies then know on another node.
      await Promise.all([live.close(), vault.leave(), wait(milliseconds)])
    },
    /**
     * Requests under way are answered and jobs under way are finished, for at most `milliseconds` and a second; new connections are
     * refused. Open ones without a request are kept for `quietMs`.
     */
    async stop(milliseconds: number, quietMs = 0): Promise<void> {
      isStopping = true
      keeper.close()
      const linked = auditChain.stop()
      const end = performance.now() + milliseconds
      const stopped = backups.stop()
      await Promise.all([live.close(), vault.leave()])
      await drain({ quietMs, mostMs: milliseconds })
      await server.close()
      const rest = Math.max(1000, end - performance.now())
      async function stopJobs() {
        try {
          await jobs.stop(rest)
        } finally {
          await Promise.all([patientDb.destroy(), email.endRendering(), watching.close()])
        }
      }
      const finished = Promise.all([
        stopped,
        linked,
        retention.stop(),
        stopJobs(),
        streams.sending.stop(),
        webhooks.sending.stop(),
        email.stop(),
        vault.stop(),
        nodes.leave(),
      ])
      // What is still under way then is left to its lease: a database that does not answer must not keep the process from ending.
      finished.catch((error: unknown) => log.error({ err: error }, 'work could not be finished'))
      await Promise.race([finished, wait(rest + 1000, undefined, { ref: false })])
    },
  }
}

export type Application = Awaited<ReturnType<typeof createApp>>
