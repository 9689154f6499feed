import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { createAccountsRepository } from './accounts/accounts.repository.ts'
import { createAccountsService } from './accounts/accounts.service.ts'
import { createActivityRepository } from './accounts/activity.repository.ts'
import { createActivityService } from './accounts/activity.service.ts'
import { createBreachRangeService } from './accounts/breach-range.service.ts'
import { createDeletionService } from './accounts/deletion.service.ts'
import { createLinksRepository } from './accounts/links.repository.ts'
import { createLinksService } from './accounts/links.service.ts'
import { createPasswordsService, resetMailJob } from './accounts/passwords.service.ts'
import { createPreferencesRepository } from './accounts/preferences.repository.ts'
import { createPreferencesService } from './accounts/preferences.service.ts'
import { createProfileRepository } from './accounts/profile.repository.ts'
import { profileRoutes } from './accounts/profile.routes.ts'
import { createProfileService } from './accounts/profile.service.ts'
import { createSetupRepository } from './accounts/setup.repository.ts'
import { createSetupService } from './accounts/setup.service.ts'
import { createVerificationService, verificationMailJob } from './accounts/verification.service.ts'
import { createCodesRepository } from './codes/codes.repository.ts'
import { codesRoutes } from './codes/codes.routes.ts'
import { createCodesService } from './codes/codes.service.ts'
import { createEmail } from './email/email.ts'
import type { EmailDeps } from './email/email.ts'
import { emailRoutes } from './email/email.routes.ts'
import { createProvidersRepository } from './email/providers/providers.repository.ts'
import { createFactorsRepository } from './factors/factors.repository.ts'
import { factorsRoutes } from './factors/factors.routes.ts'
import { createFactorsService } from './factors/factors.service.ts'
import { createGuessesRepository } from './factors/guesses.repository.ts'
import { createPasskeysRepository } from './factors/passkeys.repository.ts'
import { createPasskeysService } from './factors/passkeys.service.ts'
import { createPinRepository } from './factors/pin.repository.ts'
import { createPinService } from './factors/pin.service.ts'
import { createRecoveryCodesRepository } from './factors/recovery-codes.repository.ts'
import { createRecoveryCodesService } from './factors/recovery-codes.service.ts'
import { createSecondStepService } from './factors/second-step.service.ts'
import { createTotpRepository } from './factors/totp.repository.ts'
import { createTotpService } from './factors/totp.service.ts'
import { createWebauthn } from './factors/webauthn.ts'
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
import { createSignInGuardRepository } from './sessions/sign-in-guard.repository.ts'
import { createSignInGuard, lockedJob, unlockedJob } from './sessions/sign-in-guard.service.ts'
import type { LockedOut } from './sessions/sign-in-guard.service.ts'
import { createSharingRepository } from './sharing/sharing.repository.ts'
import { sharingRoutes } from './sharing/sharing.routes.ts'
import { createSharingService } from './sharing/sharing.service.ts'

const version = '0.1.0'

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
  /** Tests sign webhooks by certificates of their own. */
  fetchCertificate?: EmailDeps['fetchCertificate']
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
  const isMailAvailable = () => createProvidersRepository(db).hasActive()
  const activity = createActivityService({ db, activity: createActivityRepository, clock })
  const links = createLinksService({ db, links: createLinksRepository, appUrl: config.appUrl, clock })
  const verification = createVerificationService({
    db,
    transaction,
    accounts,
    addresses: createAccountsRepository,
    profiles: createProfileRepository,
    links,
    activity,
    isMailAvailable,
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
    isMailAvailable,
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
  const preferences = createPreferencesService({ db, preferences: createPreferencesRepository, clock })
  const recoveryCodes = createRecoveryCodesService({ db, transaction, codes: createRecoveryCodesRepository, activity, crypto, clock })
  const totp = createTotpService({
    db,
    transaction,
    totp: createTotpRepository,
    recoveryCodes,
    activity,
    crypto,
    appName: config.appName,
    clock,
  })
  const passkeys = createPasskeysService({
    db,
    transaction,
    passkeys: createPasskeysRepository,
    recoveryCodes,
    activity,
    webauthn: createWebauthn({ name: config.appName, url: config.appUrl }),
    clock,
  })
  const factors = createFactorsService({
    db,
    factors: createFactorsRepository,
    accounts,
    passkeys,
    recoveryCodes,
    links,
    isMailAvailable,
  })
  const guard = createSignInGuard({ db, transaction, guard: createSignInGuardRepository, activity, clock })
  const sessions = createSessionsService({
    db,
    transaction,
    sessions: createSessionsRepository,
    accounts,
    setup,
    links,
    verification,
    activity,
    guard,
    secondStepsOf: factors.secondStepsOf,
    prepareSecondStep: factors.prepareSecondStep,
    signUp: config.signUp,
    isVerificationRequired: async () =>
      config.emailVerification === 'required' || (config.emailVerification === 'auto' && (await isMailAvailable())),
    clock,
  })
  const secondStep = createSecondStepService({
    db,
    transaction,
    guesses: createGuessesRepository,
    rows: createFactorsRepository,
    accounts,
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
  const keys = createKeysService({ db, transaction, keys: createKeysRepository, crypto, activity, clock })
  const sharing = createSharingService({ db, transaction, sharing: createSharingRepository, keys, activity, clock })
  const codes = createCodesService({ db, transaction, codes: createCodesRepository, crypto, clock, log })
  const email = createEmail({
    config,
    db,
    transaction,
    jobs,
    events,
    crypto,
    clock,
    log,
    ...(tuning.fetchCertificate === undefined ? {} : { fetchCertificate: tuning.fetchCertificate }),
  })
  const idempotency = createIdempotency({ db, repository: createIdempotencyRepository, sealer: createAnswerSealer(crypto), clock })
  const limiter = createRateLimiter({ db, clock, factor: tuning.rateLimitFactor ?? 1 })

  jobs.define<{ email: string }>({ name: verificationMailJob, run: (job) => verification.sendRequested(job) })
  jobs.define<{ email: string; address: string }>({ name: resetMailJob, run: (job) => passwordChanges.sendReset(job) })
  jobs.define<LockedOut>({ name: lockedJob, run: (job) => guard.tellLocked(job) })
  jobs.define<LockedOut>({ name: unlockedJob, run: (job) => guard.tellUnlocked(job) })
  jobs.define({ name: 'accounts.purge', schedule: '29 2 * * *', run: async () => void (await deletion.purge()) })
  jobs.define({ name: purgeDeletedKeys, run: async () => void (await keys.purgeDeleted()) })
  jobs.define({
    name: 'housekeeping',
    schedule: '17 * * * *',
    run: async () => {
      await Promise.all([
        sessions.removeEnded(),
        guard.removeOld(),
        links.removeOld(),
        activity.removeOld(),
        passkeys.removeOldChallenges(),
        idempotency.removeOld(),
        limiter.removeOld(),
        keys.purgeDeleted(),
      ])
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
  accountsRoutes(app, {
    links,
    verification,
    passwords: passwordChanges,
    breachRange: createBreachRangeService({ url: config.breachRangeUrl, clock, log }),
  })
  profileRoutes(app, { profile, passwords: passwordChanges, deletion, activity, preferences })
  factorsRoutes(app, { factors, totp, passkeys, secondStep, pin })
  sharingRoutes(app, sharing)
  keysRoutes(app, keys)
  codesRoutes(app, codes)
  await emailRoutes(app, email)
  await servePages(app, join(import.meta.dirname, '../../web/dist'))

  return {
    server,
    jobs,
    events,
    transaction,
    accounts,
    factors,
    totp,
    recoveryCodes,
    setup,
    links,
    verification,
    passwordChanges,
    deletion,
    guard,
    keys,
    sharing,
    email,
    /** Requests under way are answered and jobs under way are finished, for at most `milliseconds` and a second; new ones are refused. */
    async stop(milliseconds: number): Promise<void> {
      isStopping = true
      const end = performance.now() + milliseconds
      const cutOff = setTimeout(() => server.server.closeAllConnections(), milliseconds)
      await server.close()
      clearTimeout(cutOff)
      const rest = Math.max(1000, end - performance.now())
      const finished = Promise.all([jobs.stop(rest), email.stop()])
      // What is still under way then is left to its lease: a database that does not answer must not keep the process from ending.
      finished.catch((error: unknown) => log.error({ err: error }, 'work could not be finished'))
      await Promise.race([finished, wait(rest + 1000, undefined, { ref: false })])
    },
  }
}

export type Application = Awaited<ReturnType<typeof createApp>>
