import type { MailDelivery } from '../mail-delivery/noun.ts'
import type { MailRules } from '../mail-rules/noun.ts'
import { isAdministratorActing } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import { createPepper, createSetupLinkSealer } from '../platform/crypto/sealers.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { createHook, createQuestion } from '../platform/hook.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import { offerMethods } from '../platform/offer-methods.ts'
import { createConfiguredClient } from '../platform/outbound/configured-client.ts'
import { createPasswordHasher, type HashCost } from '../platform/password-hash.ts'
import type { Trust } from '../trust/noun.ts'
import { createAccountChangesRepository } from './account-changes.repository.ts'
import { createAccountRestorationRepository } from './account-restoration.repository.ts'
import { createAccountsRepository } from './accounts.repository.ts'
import { accountsRoutes } from './accounts.routes.ts'
import { createAccountsService, type OnAddressProven } from './accounts.service.ts'
import { createActivityRepository } from './activity.repository.ts'
import { createActivityService } from './activity.service.ts'
import { createBreachRangeService } from './breach-range.service.ts'
import { createClosingsRepository } from './closings.repository.ts'
import { createClosingWait } from './closing-wait.service.ts'
import { createClosingService } from './closing.service.ts'
import { createDeletionService } from './deletion.service.ts'
import { createLanguagesRepository } from './languages.repository.ts'
import { createLinksRepository } from './links.repository.ts'
import { createLinksService } from './links.service.ts'
import { createPasswordChangesService } from './password-changes.service.ts'
import { resetMailJob } from './password-reset-links.service.ts'
import { createPreferencesService } from './preferences.service.ts'
import { createPinRepository } from './pin.repository.ts'
import { createProfileRepository } from './profile.repository.ts'
import { profileRoutes } from './profile.routes.ts'
import { createProfileService, type ProfileServiceDeps } from './profile.service.ts'
import { createSetupRepository } from './setup.repository.ts'
import { createSetupService } from './setup.service.ts'
import { createVerificationService, verificationMailJob } from './verification.service.ts'

type Needs = Pick<Trust, 'trust' | 'requests' | 'accountClosed' | 'closings' | 'keysClaimed'> &
  Pick<MailDelivery, 'isMailAvailable'> &
  Pick<MailRules, 'mailPreferences'> & {
    cost: { password: HashCost; pin: HashCost }
    /** See `AccountsServiceDeps`. */
    openBeforeSetUp: boolean
  }

/** People's accounts, their activity, and the links e-mailed to them. */
export const accounts = defineNoun({
  name: 'accounts',
  owns: [
    'account_activity',
    'account_closures',
    'account_deletions',
    'activity',
    'closed_periods',
    'deleted_accounts',
    'one_time_links',
    'people',
    'searched_people',
    'sent_invitations',
    'setup_links',
    'stored_pins',
    'user_texts',
    'users',
  ],
  metrics: 'none',
  build(ground: Ground, needs: Needs) {
    const core = createCore(ground, needs)
    const { links, activity, closing, verification, passwordChanges, deletion } = core
    const rows = createAccountsRepository
    const closingWait = createClosingWait({ ...ground, ...needs, links: createLinksRepository, closing })
    const setup = createSetupService({
      ...ground,
      setup: createSetupRepository,
      administrators: rows,
      accounts: core.accounts,
      sealer: createSetupLinkSealer(ground.crypto),
      hasOtherNodes: ground.nodes.hasOthers,
    })
    /** Factors are a noun above this one. */
    const recoveryCodeStats = createQuestion<
      Parameters<ProfileServiceDeps['recoveryCodeStats']>,
      ReturnType<ProfileServiceDeps['recoveryCodeStats']>
    >('how many recovery codes are left')
    const profile = createProfileService({
      ...ground,
      ...needs,
      ...core,
      profiles: createProfileRepository,
      recoveryCodeStats: recoveryCodeStats.ask,
    })
    const preferences = createPreferencesService({
      ...ground,
      ...needs,
      languages: createLanguagesRepository,
      listMailLanguages: () => rows(ground.db).listMailLanguages(),
    })
    return {
      offers: {
        ...core,
        requirePasswordLength: core.accounts.requireLength,
        setup,
        closingWait,
        recoveryCodeStats,
        ...statements,
      },
      routes(app) {
        accountsRoutes(app, { links, closing, verification, passwords: passwordChanges, breachRange: createBreachRange(ground) })
        profileRoutes(app, { profile, passwords: passwordChanges, deletion, activity, preferences })
      },
      jobs: [
        { name: verificationMailJob, run: (job: { email: string }) => verification.sendRequested(job) },
        { name: resetMailJob, run: (job: { email: string; address: string }) => passwordChanges.sendReset(job) },
        { name: 'accounts.closings', schedule: '* * * * *', retryLimit: 0, run: () => closingWait.look() },
        { name: 'accounts.purge', schedule: '29 2 * * *', run: async () => void (await deletion.purge()) },
      ],
      events: 'none',
      hears: [
        needs.accountClosed.heardBy(closing.notify),
        needs.closings.answeredBy(() => closingRows),
        needs.keysClaimed.heardBy(closing.notifyLeaver),
      ],
      links: {
        'user.email_verification': verification.renew,
        'user.password.reset_requested': passwordChanges.renewResetLink,
        'user.account.closed': 'never',
        'user.keys.claimed': 'never',
      },
      deletion: {
        goes: ['account_closures', 'account_deletions', 'activity', 'one_time_links'],
        forgets: ['account_deletions', 'activity', 'one_time_links'],
      },
      retention: () => [...links.removable(), ...activity.removable()],
      health: 'none',
      running: 'none',
    }
  },
})

export type Accounts = OffersOf<typeof accounts>

/** Methods that nouns above call in their own transactions. */
const statements = {
  accountChanges: offerMethods(
    createAccountChangesRepository,
    'lock',
    'rename',
    'requirePasswordChange',
    'setActive',
    'setInDoubt',
    'setPassword',
    'setPin',
    'setRole',
    'verifyEmail',
  ),
  accountRestoration: offerMethods(createAccountRestorationRepository, 'find', 'forgetDeletion', 'isAddressTaken', 'lock', 'restore'),
  pinRows: offerMethods(createPinRepository, 'findHash', 'hold', 'lockUnchanged', 'put', 'replaceHash', 'setAutoLock'),
}

/** Services for the other services of accounts, and for nouns above. `pins` also hashes PINs for them. */
function createCore(ground: Ground, needs: Needs) {
  const { crypto } = ground
  const rows = createAccountsRepository
  const passwords = createPasswordHasher({ pepper: createPepper(crypto, 'password-pepper'), cost: needs.cost.password })
  const pins = createPasswordHasher({ pepper: createPepper(crypto, 'pin-pepper'), cost: needs.cost.pin })
  /** Reaction of a noun above to a proven address, in the transaction of the proof. */
  const addressProven = createQuestion<Parameters<OnAddressProven>, ReturnType<OnAddressProven>>('what waits for a proven address')
  /** Called before a link proves an address, in the same transaction. */
  const addressProving = createHook<[db: Db, userId: string]>('addresses that are about to be proven')
  const shared = {
    ...ground,
    ...needs,
    onAddressProven: addressProven.ask,
    beforeAddressProven: addressProving.run,
    rows,
    administrators: rows,
    addresses: rows,
  }
  const profiles = createProfileRepository
  const account = createAccountsService({
    ...shared,
    accounts: rows,
    languages: createLanguagesRepository,
    passwords,
    pins,
    newDataKey: crypto.newDataKey,
  })
  const links = createLinksService({ ...ground, links: createLinksRepository })
  const activity = createActivityService({ ...ground, activity: createActivityRepository, isAdministrative: isAdministratorActing })
  const base = { ...shared, accounts: account, links, activity, profiles }
  return {
    accounts: account,
    pins,
    links,
    activity,
    addressProven,
    addressProving,
    closing: createClosingService(base),
    verification: createVerificationService(base),
    passwordChanges: createPasswordChangesService(base),
    deletion: createDeletionService(base),
  }
}

/** Changes to an account by the noun trust. */
const closingRows = offerMethods(createClosingsRepository, 'close', 'closeSecrets', 'doubtAddress', 'holdClosed', 'recordProof', 'stop')

function createBreachRange(ground: Ground) {
  const { breachRangeUrl: url } = ground.config
  return createBreachRangeService({ ...ground, service: url === undefined ? undefined : { url, client: createConfiguredClient(url) } })
}
