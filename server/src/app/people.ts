import { createAccountsRepository } from '../accounts/accounts.repository.ts'
import { accountsRoutes } from '../accounts/accounts.routes.ts'
import { createAccountsService } from '../accounts/accounts.service.ts'
import { createActivityRepository } from '../accounts/activity.repository.ts'
import { createActivityService } from '../accounts/activity.service.ts'
import { createBreachRangeService } from '../accounts/breach-range.service.ts'
import { createDeletionService } from '../accounts/deletion.service.ts'
import { createLinksRepository } from '../accounts/links.repository.ts'
import { createLinksService } from '../accounts/links.service.ts'
import { createPasswordsService, resetMailJob } from '../accounts/passwords.service.ts'
import { createPreferencesRepository } from '../accounts/preferences.repository.ts'
import { createPreferencesService } from '../accounts/preferences.service.ts'
import { createProfileRepository } from '../accounts/profile.repository.ts'
import { profileRoutes } from '../accounts/profile.routes.ts'
import { createProfileService } from '../accounts/profile.service.ts'
import { createSetupRepository } from '../accounts/setup.repository.ts'
import { createSetupService } from '../accounts/setup.service.ts'
import { createVerificationService, verificationMailJob } from '../accounts/verification.service.ts'
import { createProvidersRepository } from '../email/providers/providers.repository.ts'
import { createFactorsRepository } from '../factors/factors.repository.ts'
import { factorsRoutes } from '../factors/factors.routes.ts'
import { createFactorsService } from '../factors/factors.service.ts'
import { createGuessesRepository } from '../factors/guesses.repository.ts'
import { createPasskeysRepository } from '../factors/passkeys.repository.ts'
import { createPasskeysService } from '../factors/passkeys.service.ts'
import { createPinRepository } from '../factors/pin.repository.ts'
import { createPinService } from '../factors/pin.service.ts'
import { createRecoveryCodesRepository } from '../factors/recovery-codes.repository.ts'
import { createRecoveryCodesService } from '../factors/recovery-codes.service.ts'
import { createSecondStepService } from '../factors/second-step.service.ts'
import { createTotpRepository } from '../factors/totp.repository.ts'
import { createTotpService } from '../factors/totp.service.ts'
import { createWebauthn } from '../factors/webauthn.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import { createPepper } from '../platform/crypto/sealers.ts'
import type { Db } from '../platform/database.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import { createPasswordHasher } from '../platform/password-hash.ts'
import type { HashCost } from '../platform/password-hash.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { createSessionOpening } from '../sessions/opening.service.ts'
import { createSessionsRepository } from '../sessions/sessions.repository.ts'
import { sessionsRoutes } from '../sessions/sessions.routes.ts'
import { createSessionsService } from '../sessions/sessions.service.ts'
import { createSignInGuardRepository } from '../sessions/sign-in-guard.repository.ts'
import { createSignInGuard, lockedJob, unlockedJob } from '../sessions/sign-in-guard.service.ts'
import type { LockedOut } from '../sessions/sign-in-guard.service.ts'

export interface PeopleDeps {
  config: Pick<Config, 'breachRangeUrl'>
  policy: Policy
  db: Db
  transaction: Transaction
  jobs: Pick<Jobs, 'define'>
  crypto: Crypto
  clock: Clock
  log: Log
  cost: { password: HashCost; pin: HashCost }
  /** What others do when an address was proven: in the transaction of the proof. */
  onAddressProven: (tx: Tx, userId: string) => Promise<void>
}

/** Accounts, sessions and factors, wired: who people are, how they sign in, and how they prove it. */
export function createPeople({ config, policy, db, transaction, jobs, crypto, clock, log, cost, onAddressProven }: PeopleDeps) {
  const passwords = createPasswordHasher({ pepper: createPepper(crypto, 'password-pepper'), cost: cost.password })
  const pins = createPasswordHasher({ pepper: createPepper(crypto, 'pin-pepper'), cost: cost.pin })

  const accounts = createAccountsService({
    db,
    accounts: createAccountsRepository,
    passwords,
    pins,
    policy,
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
    clock,
  })
  const isMailAvailable = () => createProvidersRepository(db).hasActive()
  const activity = createActivityService({ db, activity: createActivityRepository, policy, clock })
  const links = createLinksService({ db, links: createLinksRepository, policy, clock })
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
  const recoveryCodes = createRecoveryCodesService({ db, transaction, codes: createRecoveryCodesRepository, activity, crypto, clock })
  const totp = createTotpService({
    db,
    transaction,
    totp: createTotpRepository,
    recoveryCodes,
    activity,
    crypto,
    policy,
    clock,
  })
  const passkeys = createPasskeysService({
    db,
    transaction,
    passkeys: createPasskeysRepository,
    rows: createFactorsRepository,
    accounts,
    recoveryCodes,
    activity,
    webauthn: createWebauthn(policy),
    clock,
  })
  const factors = createFactorsService({
    db,
    factors: createFactorsRepository,
    guesses: createGuessesRepository,
    accounts,
    passkeys,
    recoveryCodes,
    links,
    isMailAvailable,
    clock,
  })
  const profile = createProfileService({
    db,
    transaction,
    profiles: createProfileRepository,
    accounts,
    links,
    verification,
    activity,
    recoveryCodeStats: factors.recoveryCodeStats,
    isMailAvailable,
    clock,
  })
  const guard = createSignInGuard({ db, transaction, guard: createSignInGuardRepository, activity, clock })
  const opening = createSessionOpening({
    db,
    transaction,
    sessions: createSessionsRepository,
    accounts,
    activity,
    guard,
    secondStepsOf: factors.secondStepsOf,
    prepareSecondStep: factors.prepareSecondStep,
    policy,
    clock,
  })
  const sessions = createSessionsService({
    db,
    transaction,
    sessions: createSessionsRepository,
    accounts,
    setup,
    links,
    verification,
    activity,
    opening,
    guard,
    secondStepsOf: factors.secondStepsOf,
    policy,
    isVerificationRequired: async () =>
      policy.email_verification === 'required' || (policy.email_verification === 'auto' && (await isMailAvailable())),
    clock,
  })
  const secondStep = createSecondStepService({
    db,
    transaction,
    guesses: createGuessesRepository,
    rows: createFactorsRepository,
    accounts,
    opening,
    sessions,
    factors,
    totp,
    passkeys,
    recoveryCodes,
    links,
    clock,
  })
  const pin = createPinService({
    db,
    transaction,
    rows: createPinRepository,
    guesses: createGuessesRepository,
    pins,
    accounts,
    sessions,
    totp,
    recoveryCodes,
    secondStep,
    activity,
    clock,
  })
  jobs.define<{ email: string }>({ name: verificationMailJob, run: (job) => verification.sendRequested(job) })
  jobs.define<{ email: string; address: string }>({ name: resetMailJob, run: (job) => passwordChanges.sendReset(job) })
  jobs.define<LockedOut>({ name: lockedJob, run: (job) => guard.tellLocked(job) })
  jobs.define<LockedOut>({ name: unlockedJob, run: (job) => guard.tellUnlocked(job) })
  jobs.define({ name: 'accounts.purge', schedule: '29 2 * * *', run: async () => void (await deletion.purge()) })

  return {
    services: {
      accounts,
      activity,
      deletion,
      factors,
      guard,
      links,
      opening,
      passwordChanges,
      pin,
      recoveryCodes,
      sessions,
      setup,
      totp,
      verification,
    },
    isMailAvailable,
    /** What is of no use any more; run every hour. */
    removeOld: () =>
      Promise.all([sessions.removeEnded(), guard.removeOld(), links.removeOld(), activity.removeOld(), passkeys.removeOldChallenges()]),
    serve(app: App): void {
      sessionsRoutes(app, sessions)
      accountsRoutes(app, {
        links,
        verification,
        passwords: passwordChanges,
        breachRange: createBreachRangeService({ url: config.breachRangeUrl, clock, log }),
      })
      profileRoutes(app, { profile, passwords: passwordChanges, deletion, activity, preferences })
      factorsRoutes(app, { factors, totp, passkeys, secondStep, pin })
    },
  }
}

export type People = ReturnType<typeof createPeople>['services']
