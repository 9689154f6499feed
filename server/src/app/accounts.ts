import { isAdministratorActing } from '../platform/audit.ts'
import { createAccountsRepository } from '../accounts/accounts.repository.ts'
import { createAccountsService } from '../accounts/accounts.service.ts'
import type { OnAddressProven } from '../accounts/accounts.service.ts'
import { createActivityRepository } from '../accounts/activity.repository.ts'
import { createActivityService } from '../accounts/activity.service.ts'
import { createClosingService, type ClosingServiceDeps } from '../accounts/closing.service.ts'
import { createClosingWatch } from '../accounts/closing-watch.service.ts'
import { createDeletionService } from '../accounts/deletion.service.ts'
import { createLinksRepository } from '../accounts/links.repository.ts'
import { createLinksService } from '../accounts/links.service.ts'
import { createPasswordsService } from '../accounts/passwords.service.ts'
import { createPreferencesRepository } from '../accounts/preferences.repository.ts'
import { createPreferencesService } from '../accounts/preferences.service.ts'
import { createProfileRepository } from '../accounts/profile.repository.ts'
import { createSetupRepository } from '../accounts/setup.repository.ts'
import { createSetupService } from '../accounts/setup.service.ts'
import { createVerificationService } from '../accounts/verification.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import { createPepper, createSetupLinkSealer } from '../platform/crypto/sealers.ts'
import type { Db } from '../platform/database.ts'
import type { Events } from '../platform/events.ts'
import { createPasswordHasher } from '../platform/password-hash.ts'
import type { HashCost } from '../platform/password-hash.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { TrustService } from '../trust/trust.service.ts'

export interface AccountsDeps {
  policy: Policy
  db: Db
  transaction: Transaction
  events: Pick<Events, 'emit'>
  crypto: Crypto
  clock: Clock
  cost: { password: HashCost; pin: HashCost }
  trust: TrustService
  requests: ClosingServiceDeps['requests']
  hasOtherNodes: (on: Db) => Promise<boolean>
  /** See `AccountsServiceDeps`. */
  openBeforeSetUp: boolean
  /** What others do when an address was proven: in the transaction of the proof. */
  onAddressProven: OnAddressProven
  /** Whether mail goes out at all; otherwise it waits. */
  isMailAvailable: () => Promise<boolean>
}

/** Who people are, wired: accounts, and what happens to them. `pins` hashes PINs for whoever else compares them. */
export function createAccounts(deps: AccountsDeps) {
  const { db, transaction, policy, crypto, clock, trust, onAddressProven, isMailAvailable } = deps
  const passwords = createPasswordHasher({ pepper: createPepper(crypto, 'password-pepper'), cost: deps.cost.password })
  const pins = createPasswordHasher({ pepper: createPepper(crypto, 'pin-pepper'), cost: deps.cost.pin })

  const accounts = createAccountsService({
    db,
    accounts: createAccountsRepository,
    passwords,
    pins,
    policy,
    openBeforeSetUp: deps.openBeforeSetUp,
    newDataKey: crypto.newDataKey,
    onAddressProven,
    clock,
  })
  const setup = createSetupService({
    db,
    transaction,
    setup: createSetupRepository,
    administrators: createAccountsRepository,
    accounts,
    sealer: createSetupLinkSealer(crypto),
    hasOtherNodes: deps.hasOtherNodes,
    clock,
  })
  const activity = createActivityService({ db, activity: createActivityRepository, policy, isAdministrative: isAdministratorActing, clock })
  const links = createLinksService({ db, links: createLinksRepository, policy, clock })
  const closing = createClosingService({
    transaction,
    rows: createAccountsRepository,
    links,
    events: deps.events,
    activity,
    trust,
    requests: deps.requests,
    clock,
  })
  const closingWatch = createClosingWatch({ transaction, links: createLinksRepository, trust, closing, policy, clock })
  const verification = createVerificationService({
    db,
    transaction,
    accounts,
    addresses: createAccountsRepository,
    profiles: createProfileRepository,
    links,
    activity,
    isMailAvailable,
    onAddressProven,
    trust,
    clock,
  })
  const passwordChanges = createPasswordsService({
    db,
    transaction,
    accounts,
    rows: createAccountsRepository,
    links,
    activity,
    isMailAvailable,
    onAddressProven,
    trust,
    clock,
  })
  const deletion = createDeletionService({
    db,
    transaction,
    profiles: createProfileRepository,
    administrators: createAccountsRepository,
    accounts,
    activity,
    clock,
  })
  const preferences = createPreferencesService({
    db,
    preferences: createPreferencesRepository,
    listMailLanguages: () => createAccountsRepository(db).listMailLanguages(),
    clock,
  })
  return { pins, accounts, setup, activity, links, closing, closingWatch, verification, passwordChanges, deletion, preferences }
}
