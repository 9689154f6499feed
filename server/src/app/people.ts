import { accountsRoutes } from '../accounts/accounts.routes.ts'
import { createBreachRangeService } from '../accounts/breach-range.service.ts'
import { resetMailJob } from '../accounts/passwords.service.ts'
import { createProfileRepository } from '../accounts/profile.repository.ts'
import { profileRoutes } from '../accounts/profile.routes.ts'
import { createProfileService } from '../accounts/profile.service.ts'
import { verificationMailJob } from '../accounts/verification.service.ts'
import { createFactorsRepository } from '../factors/factors.repository.ts'
import { factorsRoutes } from '../factors/factors.routes.ts'
import { createFactorsService } from '../factors/factors.service.ts'
import { createForgottenPinService } from '../factors/forgotten-pin.service.ts'
import { createGuessesRepository } from '../factors/guesses.repository.ts'
import { createPasskeysRepository } from '../factors/passkeys.repository.ts'
import { createPasskeysService } from '../factors/passkeys.service.ts'
import { createPinRepository } from '../factors/pin.repository.ts'
import { createPinService } from '../factors/pin.service.ts'
import { createProofService } from '../factors/proof.service.ts'
import { createRecoveryCodesRepository } from '../factors/recovery-codes.repository.ts'
import { createRecoveryCodesService } from '../factors/recovery-codes.service.ts'
import { createSecondStepService } from '../factors/second-step.service.ts'
import { createTotpRepository } from '../factors/totp.repository.ts'
import { createTotpService } from '../factors/totp.service.ts'
import { createWebauthn } from '../factors/webauthn.ts'
import type { Config } from '../platform/config.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import { createConfiguredClient } from '../platform/outbound/configured-client.ts'
import { createSessionOpening } from '../sessions/opening.service.ts'
import { createSessionsRepository } from '../sessions/sessions.repository.ts'
import { sessionsRoutes } from '../sessions/sessions.routes.ts'
import { createSessionsService } from '../sessions/sessions.service.ts'
import { createSignInGuardRepository } from '../sessions/sign-in-guard.repository.ts'
import { createSignInGuard, lockedJob, unlockedJob } from '../sessions/sign-in-guard.service.ts'
import type { LockedOut } from '../sessions/sign-in-guard.service.ts'
import { createAccounts } from './accounts.ts'
import type { AccountsDeps } from './accounts.ts'

export interface PeopleDeps extends AccountsDeps {
  config: Pick<Config, 'breachRangeUrl'>
  jobs: Pick<Jobs, 'define'>
  log: Log
}

/** Accounts, sessions and factors, wired: who people are, how they sign in, and how they prove it. */
export function createPeople(deps: PeopleDeps) {
  const { breachRangeUrl: url } = deps.config
  const { policy, db, transaction, jobs, crypto, clock, log, trust, isMailAvailable } = deps
  const { pins, accounts, setup, activity, links, closing, closingWatch, verification, passwordChanges, deletion, preferences } =
    createAccounts(deps)
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
    trust,
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
    trust,
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
    trust,
    accounts,
    opening,
    sessions,
    factors,
    totp,
    passkeys,
    recoveryCodes,
    links,
    onAddressProven: deps.onAddressProven,
    activity,
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
    passkeys,
    recoveryCodes,
    secondStep,
    trust,
    activity,
    clock,
  })
  const forgottenPin = createForgottenPinService({
    db,
    transaction,
    rows: createPinRepository,
    guesses: createGuessesRepository,
    pins,
    accounts,
    links,
    sessions,
    secondStep,
    trust,
    activity,
    isMailAvailable,
    clock,
  })
  const proof = createProofService({ transaction, accounts, pin, secondStep, trust, activity })
  jobs.define<{ email: string }>({ name: verificationMailJob, run: (job) => verification.sendRequested(job) })
  jobs.define<{ email: string; address: string }>({ name: resetMailJob, run: (job) => passwordChanges.sendReset(job) })
  jobs.define<LockedOut>({ name: lockedJob, run: (job) => guard.tellLocked(job) })
  jobs.define<LockedOut>({ name: unlockedJob, run: (job) => guard.tellUnlocked(job) })
  jobs.define({ name: 'accounts.closings', schedule: '* * * * *', retryLimit: 0, run: () => closingWatch.look() })
  jobs.define({ name: 'accounts.purge', schedule: '29 2 * * *', run: async () => void (await deletion.purge()) })

  return {
    services: {
      accounts,
      activity,
      closing,
      closingWatch,
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
    /** What is of no use any more; run every hour. */
    removable: () => [sessions, guard, links, activity, passkeys].flatMap((service) => service.removable()),
    serve(app: App): void {
      sessionsRoutes(app, sessions)
      accountsRoutes(app, {
        links,
        closing,
        verification,
        passwords: passwordChanges,
        breachRange: createBreachRangeService({
          service: url === undefined ? undefined : { url, client: createConfiguredClient(url) },
          clock,
          log,
        }),
      })
      profileRoutes(app, { profile, passwords: passwordChanges, deletion, activity, preferences })
      factorsRoutes(app, { factors, totp, passkeys, secondStep, pin, forgottenPin, proof })
    },
  }
}

export type People = ReturnType<typeof createPeople>['services']
