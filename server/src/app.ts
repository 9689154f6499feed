import { join } from 'node:path'
import { reviewEnded } from './admin/notifications/review-ended.ts'
import type { AppDeps } from './app/app-deps.ts'
import { createAuditLog } from './app/audit-log.ts'
import { createBackOffice } from './app/back-office.ts'
import { createBackups } from './app/backups.ts'
import { createGate } from './app/gate.ts'
import { createGround } from './app/ground.ts'
import { createHousekeeping } from './app/housekeeping.ts'
import { createIdentities } from './app/identities.ts'
import { createLifecycle } from './app/lifecycle.ts'
import { createLive } from './app/live.ts'
import { createMachines } from './app/machines.ts'
import { createMailProviders } from './app/mail-providers.ts'
import { createPeople } from './app/people.ts'
import { createRequests } from './app/requests.ts'
import { createReviews } from './app/reviews.ts'
import { createSettings } from './app/settings.ts'
import { createStreams } from './app/streams.ts'
import { createVault } from './app/vault.ts'
import { createWatching } from './app/watching.ts'
import { createWebhooks } from './app/webhooks.ts'
import { emailRoutes } from './email/email.routes.ts'
import { createEmail } from './email/email.ts'
import { installationRoutes } from './installation/installation.routes.ts'
import { systemClock } from './platform/clock.ts'
import { createKeyringsRepository } from './platform/crypto/keyrings.repository.ts'
import { rewrapAll } from './platform/crypto/rotate-keys.ts'
import { countConnections } from './platform/connection-budget.ts'
import { createDatabase } from './platform/database.ts'
import { serveDocumentation } from './platform/http/documentation.ts'
import { servePages } from './platform/http/pages.ts'
import { createNodes } from './platform/nodes.ts'
import { passwordCost, pinCost } from './platform/password-hash.ts'
import { createRetention } from './platform/retention.ts'
import { version } from './platform/version.ts'
import { trustRoutes } from './trust/trust.routes.ts'

/** Milliseconds that a statement may take which reads all there is, for a job. A fourth of them it may wait, for one of two connections. */
const patience = 120_000

/** Everything of the product, wired. Only this file and those in `app/` call factories. */
export async function createApp({ config, db, connection, crypto, rootKey, log, clock = systemClock, ...tuning }: AppDeps) {
  const { keeper, policy, isHttps, server, jobs, events, trust, audit, transaction, acts } = await createGround({
    config,
    db,
    connection,
    crypto,
    policyDefaults: tuning.policyDefaults,
    hasSecond: (on, id) => approvals.hasSecond(on, id),
    tell: (on, told) => people.services.closing.tell(on, told),
    clock,
    log,
  })

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
    ...(tuning.renderBudget === undefined ? {} : { renderBudget: tuning.renderBudget }),
    ...(tuning.fetchCertificate === undefined ? {} : { fetchCertificate: tuning.fetchCertificate }),
  })
  const patientDb = createDatabase({
    connection,
    poolSize: 2,
    log,
    timeoutMs: patience / 4,
    statementTimeout: patience,
    name: 'twofold-figures',
    isPreparing: false,
  })
  const auditChain = createAuditLog({ config, db, patientDb, crypto, jobs, clock, log })
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
  const live = createLive({ db, connection, sessions: people.services.sessions, clock, log })
  const streams = createStreams({ config, policy, db, transaction, crypto, clock, log })
  const webhooks = createWebhooks({ config, db, transaction, crypto, clock, log })
  const settings = createSettings({ db, transaction, keeper, clock })
  const gate = createGate({
    config,
    policy,
    isHttps,
    db,
    server,
    audit,
    crypto,
    trust,
    people: people.services,
    approvals: approvals.gate,
    authenticateProgram: machines.authenticate,
    noteOutsideOfKeys: machines.noteOutsideOfKeys,
    rateLimitFactor: tuning.rateLimitFactor ?? 1,
    clock,
  })
  const { app } = gate

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
    ...gate.removable(),
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

  const lifecycle = createLifecycle({
    server,
    jobs,
    log,
    sendAway: () => Promise.all([live.service.close(), vault.leave()]),
    beginEnd() {
      keeper.close()
      return [auditChain.stop(), backups.stop()]
    },
    finish: () => [retention.stop(), streams.sending.stop(), webhooks.sending.stop(), email.stop(), vault.stop(), nodes.leave()],
    release: () => [patientDb.destroy(), email.endRendering(), watching.close()],
  })
  serveDocumentation(server, { name: config.appName, version })
  const watching = await createWatching({
    server,
    config,
    version,
    nodes,
    auditKey: auditChain.signer,
    figures: backOffice.installationFigures,
    isStopping: lifecycle.isStopping,
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
  live.serve(app)
  approvals.serve(app)
  settings.serve(app)
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
    ...machines.services,
    tokenWatch: machines.watch,
    email,
    requests: approvals.requests,
    auditChain,
    live: live.service,
    streams: streams.sending,
    webhooks: webhooks.sending,
    nodes,
    housekeeping,
    watching,
    leave: lifecycle.leave,
    stop: lifecycle.stop,
  }
}

export type Application = Awaited<ReturnType<typeof createApp>>
