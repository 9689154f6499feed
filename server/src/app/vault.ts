import { createCodesRepository } from '../codes/codes.repository.ts'
import { codesRoutes } from '../codes/codes.routes.ts'
import { createCodesService } from '../codes/codes.service.ts'
import { createAccessRepository } from '../keys/access.repository.ts'
import { createAccessService } from '../keys/access.service.ts'
import { createBackupCodesRepository } from '../keys/backup-codes.repository.ts'
import { createBackupCodesService } from '../keys/backup-codes.service.ts'
import { createBindingRepository } from '../keys/binding.repository.ts'
import { bindKeyParameters, createBindingService } from '../keys/binding.service.ts'
import { createDetailService } from '../keys/detail.service.ts'
import { createIconsRepository } from '../keys/icons.repository.ts'
import { createIconsService } from '../keys/icons.service.ts'
import { createKeysRepository } from '../keys/keys.repository.ts'
import { keysRoutes } from '../keys/keys.routes.ts'
import { createKeysService } from '../keys/keys.service.ts'
import { createLeasesRepository } from '../keys/leases.repository.ts'
import { createOwnershipService } from '../keys/ownership.service.ts'
import { createRemovalService, purgeDeletedKeys, tellDeletedKey } from '../keys/removal.service.ts'
import type { DeletedKey } from '../keys/removal.service.ts'
import { createRemovedLinksRepository } from '../keys/removed-links.repository.ts'
import { createRemovedLinksService } from '../keys/removed-links.service.ts'
import { createRotationRepository } from '../keys/rotation.repository.ts'
import { createRotationService } from '../keys/rotation.service.ts'
import type { RotationServiceDeps } from '../keys/rotation.service.ts'
import { createSecretsService } from '../keys/secrets.service.ts'
import { createShowingsRepository } from '../keys/showings.repository.ts'
import { createShowingsService } from '../keys/showings.service.ts'
import { createTurnsService } from '../keys/turns.service.ts'
import { createUsageRepository } from '../keys/usage.repository.ts'
import { createUsageService } from '../keys/usage.service.ts'
import type { Clock } from '../platform/clock.ts'
import { databaseTime } from '../platform/database-time.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Transaction } from '../platform/transaction.ts'
import { createEndingsService } from '../sharing/endings.service.ts'
import { createContactsRepository } from '../sharing/contacts.repository.ts'
import { createGrantsService } from '../sharing/grants.service.ts'
import { createGroupsRepository } from '../sharing/groups.repository.ts'
import { createGroupsService } from '../sharing/groups.service.ts'
import { createInvitationsRepository } from '../sharing/invitations.repository.ts'
import { createInvitationsService } from '../sharing/invitations.service.ts'
import { createAskingRepository } from '../sharing/asking.repository.ts'
import { createAskingService } from '../sharing/asking.service.ts'
import { createOffersRepository } from '../sharing/offers.repository.ts'
import { createOffersService } from '../sharing/offers.service.ts'
import { createProgramRecipientsRepository } from '../sharing/program-recipients.repository.ts'
import { createSharesService } from '../sharing/shares.service.ts'
import { createSharingRepository } from '../sharing/sharing.repository.ts'
import { sharingRoutes } from '../sharing/sharing.routes.ts'
import { createSharingService } from '../sharing/sharing.service.ts'
import { createTransferService as createHandOverService } from '../sharing/transfer.service.ts'
import { createVisibleKeysRepository } from '../sharing/visible-keys.repository.ts'
import { createHandOutService } from '../codes/hand-out.service.ts'
import { createTakeLimits } from '../codes/take-limits.service.ts'
import { createTakeOutcomes } from '../codes/take-outcomes.service.ts'
import { createTakersService } from '../codes/takers.service.ts'
import { createTakesRepository } from '../codes/takes.repository.ts'
import { takesRoutes } from '../codes/takes.routes.ts'
import { createApprovalsRepository } from '../codes/approvals.repository.ts'
import { createApprovalsService } from '../codes/approvals.service.ts'
import { createTakesService } from '../codes/takes.service.ts'
import { createTokensRepository, foundTokens } from '../machines/tokens.repository.ts'
import { foundSessions } from '../sessions/found-session.repository.ts'
import { createWaitingTakes } from '../codes/waiting-takes.ts'
import { createTransferRepository } from '../transfer/transfer.repository.ts'
import { transferRoutes } from '../transfer/transfer.routes.ts'
import { createTransferService } from '../transfer/transfer.service.ts'
import type { People } from './people.ts'

export interface VaultDeps {
  db: Db
  transaction: Transaction
  jobs: Pick<Jobs, 'define'>
  people: Pick<People, 'activity' | 'links' | 'sessions'>
  noteRotated: RotationServiceDeps['noteRotated']
  crypto: Crypto
  /** Where people open the vault. */
  address: string
  clock: Clock
  log: Log
}

/** Keys, sharing and codes, wired: what the product is for. */
export function createVault({ jobs, people: { activity, links, sessions }, noteRotated, ...rest }: VaultDeps) {
  const { db, clock } = rest
  const access = createAccessService({ access: createAccessRepository, clock })
  const base = { ...rest, access, activity }
  const keys = createKeysService({ ...base, keys: createKeysRepository })
  const leases = createLeasesRepository
  const details = createDetailService({ ...base, keys: createKeysRepository, leases })
  const icons = createIconsService({ ...base, icons: createIconsRepository })
  const removal = createRemovalService({ ...base, keys: createKeysRepository, rooms: keys })
  const showings = createShowingsService({ showings: createShowingsRepository, activity, clock })
  const removedLinks = createRemovedLinksService({ db, links: createRemovedLinksRepository })
  const secrets = createSecretsService({ ...base, keys: createKeysRepository, showings })
  const codeRows = createBackupCodesRepository
  const backupCodes = createBackupCodesService({ ...base, codes: codeRows, keys: createKeysRepository, showings })
  const ownership = createOwnershipService({ ...base, keys: createKeysRepository, codes: codeRows, rooms: keys })
  const binding = createBindingService({ ...base, binding: createBindingRepository })
  const rotation = createRotationService({
    ...base,
    keys: createKeysRepository,
    leases,
    rotation: createRotationRepository,
    details,
    noteRotated,
  })
  const turns = createTurnsService({ ...base, leases, usage: createUsageRepository })
  const usage = createUsageService({ ...base, usage: createUsageRepository, leases })

  const sharing = createSharingService({ db, clock, visibleKeys: createVisibleKeysRepository })
  const invitations = createInvitationsService({
    ...base,
    invitations: createInvitationsRepository,
    sharing: createSharingRepository,
    links,
  })
  const endings = createEndingsService({ sharing: createSharingRepository, activity, clock })
  const shared = {
    ...base,
    programs: createProgramRecipientsRepository,
    sharing: createSharingRepository,
    groups: createGroupsRepository,
    invitations,
    endings,
    usage,
  }
  const shares = createSharesService({ ...shared, contacts: createContactsRepository })
  const grants = createGrantsService(shared)
  const groups = createGroupsService(shared)
  const transfers = createHandOverService({ ...shared, offers: createOffersRepository, ownership })
  const asks = createAskingService({ ...shared, asking: createAskingRepository })
  const offers = createOffersService({ ...shared, offers: createOffersRepository, transfers })
  const importsAndExports = createTransferService({ ...base, transfer: createTransferRepository, icons, showings })
  const codes = createCodesService({ ...base, codes: createCodesRepository, usage })

  const takeRows = (db: Db) => createTakesRepository(db, databaseTime(clock))
  const tokens = createTokensRepository
  const takers = createTakersService({
    ...base,
    sessions,
    tokens,
    takes: takeRows,
    holdSession: (db, taker) => takeRows(db).holdSession(taker),
    behind: (now) => ({
      sessions: (ids) => foundSessions(ids, now),
      persons: (ids) => foundSessions(ids, now, 'token'),
      programs: (ids) => foundTokens(ids, now),
    }),
  })
  const takesBase = { ...base, takes: takeRows, codes: createCodesRepository, usage, takers }
  const handOut = createHandOutService(takesBase)
  const waiting = createWaitingTakes({ takes: takeRows(db), takers, attempt: handOut.attempt, log: rest.log })
  const takeLimits = createTakeLimits({ takes: takeRows, tokens, clock })
  const approvalRows = (db: Db) => createApprovalsRepository(db, databaseTime(clock))
  const asking = { ...takesBase, approvals: approvalRows, waiting }
  const takes = createTakesService({ ...asking, takeLimits, handOut })
  const approvals = createApprovalsService({ ...asking, tokens })
  const outcomes = createTakeOutcomes({ transaction: rest.transaction, takes: takeRows })

  jobs.define({ name: bindKeyParameters, schedule: '27 * * * *', run: binding.bindAll })
  jobs.define({ name: 'takes.outcomes', schedule: '* * * * *', run: () => outcomes.record() })
  jobs.define({ name: purgeDeletedKeys, run: async () => void (await removal.purgeDeleted()) })
  jobs.define<DeletedKey>({ name: tellDeletedKey, run: (job) => removal.tell(job) })

  return {
    services: {
      access,
      grants,
      groups,
      invitations,
      keys,
      offers,
      ownership,
      removal,
      shares,
      showings,
      transfers,
      usage,
      waitingTakes: waiting,
      takeOutcomes: outcomes,
    },
    /** What is of no use any more; run every hour. */
    removable: () => [
      ...removal.removable(),
      ...usage.removable(),
      ...invitations.removable(db),
      ...offers.removable(),
      ...takes.removable(),
    ],
    /** Shares whose time has come; run every hour. */
    endExpired: () => grants.endExpired(),
    /** Sends whoever waits for a code to another node. */
    leave: () => waiting.close(),
    /** Writes what is only remembered. */
    stop: () => usage.flush(),
    serve(app: App): void {
      sharingRoutes(app, { sharing, shares, grants, offers, asks, groups, invitations })
      keysRoutes(app, { keys, details, icons, removal, secrets, rotation, backupCodes, usage, turns, removedLinks })
      codesRoutes(app, codes)
      takesRoutes(app, { takes, approvals })
      transferRoutes(app, importsAndExports)
    },
  }
}

export type Vault = ReturnType<typeof createVault>['services']
