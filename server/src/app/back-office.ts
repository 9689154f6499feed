import { accessRoutes } from '../admin/access/access.routes.ts'
import { createEvidenceService } from '../admin/access/evidence.service.ts'
import { createLedgerRepository } from '../admin/access/ledger.repository.ts'
import { createLedgerService } from '../admin/access/ledger.service.ts'
import { createSavedQuestionsRepository } from '../admin/access/saved-questions.repository.ts'
import { createSavedQuestionsService } from '../admin/access/saved-questions.service.ts'
import { createAuditRepository } from '../admin/audit/audit.repository.ts'
import { auditRoutes } from '../admin/audit/audit.routes.ts'
import { createAuditService } from '../admin/audit/audit.service.ts'
import type { BackupsService } from '../admin/backups/backups.service.ts'
import { createFirstStepsRepository } from '../admin/first-steps/first-steps.repository.ts'
import { firstStepsRoutes } from '../admin/first-steps/first-steps.routes.ts'
import { createFirstStepsService } from '../admin/first-steps/first-steps.service.ts'
import { createLeaverChangesService } from '../admin/leavers/leaver-changes.service.ts'
import { createLeaverKeysRepository } from '../admin/leavers/leaver-keys.repository.ts'
import { createLeaversRepository } from '../admin/leavers/leavers.repository.ts'
import { leaversRoutes } from '../admin/leavers/leavers.routes.ts'
import { createLeaversService } from '../admin/leavers/leavers.service.ts'
import { createMailWatchRepository } from '../admin/notifications/mail-watch.repository.ts'
import { createMailWatchService } from '../admin/notifications/mail-watch.service.ts'
import { createNotificationsRepository } from '../admin/notifications/notifications.repository.ts'
import { notificationsRoutes } from '../admin/notifications/notifications.routes.ts'
import { createNotificationsService } from '../admin/notifications/notifications.service.ts'
import { toldEvents } from '../admin/notifications/tell-event.ts'
import { createSearchRepository } from '../admin/search/search.repository.ts'
import { searchRoutes } from '../admin/search/search.routes.ts'
import { createLinkRenewalService } from '../admin/users/link-renewal.service.ts'
import { createUserAdmissionService } from '../admin/users/user-admission.service.ts'
import { createUserChangesRepository } from '../admin/users/user-changes.repository.ts'
import { createUserChangesService } from '../admin/users/user-changes.service.ts'
import { createUserRestorationRepository } from '../admin/users/user-restoration.repository.ts'
import { createUserRestorationService } from '../admin/users/user-restoration.service.ts'
import { createUsersRepository } from '../admin/users/users.repository.ts'
import { usersRoutes } from '../admin/users/users.routes.ts'
import { createUsersService } from '../admin/users/users.service.ts'
import type { AuditChain } from '../platform/audit-chain/audit-chain.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/database.ts'
import type { Events } from '../platform/events.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { LivingNode } from '../platform/nodes.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { MailProviders } from './mail-providers.ts'
import type { People } from './people.ts'
import { createFigures } from './figures.ts'
import type { FiguresDeps } from './figures.ts'
import { createSystem } from './system.ts'
import type { ReviewsService } from '../reviews/reviews.service.ts'
import type { ActsService } from '../trust/acts.service.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { Vault } from './vault.ts'

export interface BackOfficeDeps extends Omit<FiguresDeps, 'health'> {
  db: Db
  transaction: Transaction
  events: Pick<Events, 'listen'>
  config: Config
  jobs: Pick<Jobs, 'define' | 'retry'>
  people: Pick<People, 'accounts' | 'activity' | 'deletion' | 'factors' | 'links' | 'recoveryCodes' | 'verification'>
  vault: Pick<Vault, 'access' | 'grants' | 'invitations' | 'offers' | 'transfers' | 'usage'>
  reviews: Pick<ReviewsService, 'listAll'>
  trust: TrustService
  acts: ActsService
  auditChain: AuditChain
  mailProviders: MailProviders
  backups: Pick<BackupsService, 'findSecretSaved'>
  policy: Policy
  listNodes: () => Promise<LivingNode[]>
  versions: { node: string; framework: string; application: string }
  clock: Clock
  log: Log
}

/** What administrators see and do, wired; above all other nouns. */
export function createBackOffice({ events, people, vault, policy, ...deps }: BackOfficeDeps) {
  const { db, transaction, mailProviders, trust, clock } = deps
  const { isMailAvailable } = mailProviders
  const { accounts, activity, deletion, links, recoveryCodes, verification } = people
  const shared = { db, transaction, users: createUsersRepository, changes: createUserChangesRepository, accounts, activity, clock }
  const audit = createAuditService({ db, transaction, audit: createAuditRepository, chain: deps.auditChain, clock })
  const ledger = createLedgerService({ db, transaction, ledger: createLedgerRepository, clock })
  const evidence = createEvidenceService({ transaction, ledger, reviews: deps.reviews, chain: deps.auditChain, policy, clock })
  const questions = createSavedQuestionsService({ db, transaction, questions: createSavedQuestionsRepository, clock })
  const plans = { db, transaction, leavers: createLeaversRepository, keys: createLeaverKeysRepository, activity, clock }
  const leavers = createLeaversService({ ...plans, usage: vault.usage, offers: vault.offers })
  const leaverChanges = createLeaverChangesService({ ...vault, ...plans, plans: leavers, trust })
  const changes = createUserChangesService({
    ...shared,
    deletion,
    leavers,
    trust,
    log: deps.log,
  })
  const admission = createUserAdmissionService({ ...shared, links, isMailAvailable, policy })
  const restoration = createUserRestorationService({
    ...shared,
    restoration: createUserRestorationRepository,
    links,
    invitations: vault.invitations,
    leavers,
    isMailAvailable,
  })
  const notifications = createNotificationsService({ db, notifications: createNotificationsRepository, accounts, policy, clock })
  events.listen('notifications', toldEvents, notifications.hear)
  const mailWatch = createMailWatchService({ db, watch: createMailWatchRepository, notifications, clock })
  deps.jobs.define({ name: 'mail-watch', schedule: '* * * * *', run: () => mailWatch.look() })
  const system = createSystem({
    ...deps,
    policy,
    grants: vault.grants,
    deletion,
    recoveryCodes,
    notifications,
    version: deps.versions.application,
  })
  const figures = createFigures({ ...deps, health: system.services.health })
  const users = createUsersService({
    db,
    transaction,
    users: createUsersRepository,
    people: figures.people,
    isLarge: figures.isLarge,
    activity,
    acts: deps.acts,
    clock,
  })

  const firstSteps = createFirstStepsService({
    db,
    firstSteps: createFirstStepsRepository,
    isMailAvailable,
    findSecretSaved: deps.backups.findSecretSaved,
    transport: () => ({ address: policy.address, host: deps.config.host }),
  })

  return {
    linkRenewal: createLinkRenewalService({ accounts, links, verification, invitations: vault.invitations, activity, policy }),
    installationFigures: system.figures,
    services: { leavers, notifications, mailWatch, ...figures.services, ...system.services },
    /** What is of no use any more; run every hour. */
    removable: () => [...notifications.removable(), ...leavers.removable()],
    serve(app: App): void {
      figures.serve(app)
      firstStepsRoutes(app, firstSteps)
      notificationsRoutes(app, notifications)
      auditRoutes(app, audit)
      accessRoutes(app, { ledger, questions, evidence })
      searchRoutes(app, createSearchRepository(db))
      leaversRoutes(app, { leavers, changes: leaverChanges })
      system.serve(app, figures.dashboard)
      usersRoutes(app, { users, changes, admission, restoration })
    },
  }
}
