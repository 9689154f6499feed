import type { SecondFactorMethod } from '@twofold/contract/factors'
import type { CurrentUser } from '@twofold/contract/sessions'
import { type AccountsService, presentUser } from '../accounts/accounts.service.ts'
import { type Account, isAdmitted } from '../accounts/account.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { LinksService } from '../accounts/links.service.ts'
import type { SetupService } from '../accounts/setup.service.ts'
import type { VerificationService } from '../accounts/verification.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { PersonPrincipal } from '../platform/principal.ts'
import type { Policy } from '../platform/policy/policy.ts'
import { type Tx, withCondition } from '../platform/transaction.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { FactorPolicy, OpenedSession, SessionPolicy } from './session-rules.ts'
import type { SessionOpening } from './opening.service.ts'
import type { SessionsRepository } from './sessions.repository.ts'
import type { SignInGuard } from './sign-in-guard.service.ts'
import { createSignUp, verificationRequired } from './sign-up.service.ts'
import { createSessionChecks } from './session-checks.service.ts'
import { createSessionList } from './session-list.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface SessionsServiceDeps extends ServiceDeps {
  sessions: (db: Db) => SessionsRepository
  accounts: Pick<
    AccountsService,
    'prepare' | 'create' | 'requireSetUp' | 'checkPassword' | 'require' | 'findByEmail' | 'findMailLanguage' | 'find'
  >
  setup: Pick<SetupService, 'checkLink' | 'useLink'>
  links: Pick<LinksService, 'require' | 'use'>
  verification: Pick<VerificationService, 'send' | 'notifyKnown'>
  activity: Pick<ActivityService, 'record'>
  opening: Pick<SessionOpening, 'enter' | 'look' | 'open' | 'openNew'>
  guard: Pick<SignInGuard, 'attempt'>
  trust: Pick<TrustService, 'isClean' | 'acceptPassword' | 'doubtUnproven'>
  /** Methods of the account's second step; empty: none. */
  secondStepsOf: (db: Db, account: Account) => Promise<SecondFactorMethod[]>
  policy: SessionPolicy & FactorPolicy & Pick<Policy, 'sign_up'>
  isVerificationRequired: () => Promise<boolean>
}

export function createSessionsService(deps: SessionsServiceDeps) {
  const sessions = deps.sessions(deps.db)

  async function hold(db: Db, { user, token }: PersonPrincipal): Promise<void> {
    const isHeld = await deps.sessions(db).hold(user.sessionId, token === undefined ? 'session' : 'token')
    if (!isHeld) throw fail(token === undefined ? 'auth.unauthenticated' : 'tokens.invalid')
  }

  return {
    ...createSignUp(deps),
    ...createSessionChecks(deps),
    ...createSessionList(deps),
    /** `also`: writes with the session. */
    async signIn(
      input: { email: string; password: string; remember: boolean },
      client: Client,
      also: (tx: Tx) => void,
    ): Promise<OpenedSession> {
      const opened = await deps.guard.attempt(input.email, client, {
        find: () => deps.accounts.findByEmail(input.email),
        check: async (found) => {
          const account = await deps.accounts.checkPassword(found, input.password)
          return account?.is_active === true ? account : undefined
        },
        enter: async (account, forget) => {
          // Before the second step is chosen: a proof of the old password makes the link unnecessary.
          if (account.closed_at !== null) await deps.transaction((tx) => deps.trust.acceptPassword(tx, account.id))
          if (!isAdmitted(account) && (await deps.isVerificationRequired())) return verificationRequired
          return deps.opening.enter(account, client, input.remember, (tx) => {
            forget(tx)
            also(tx)
          })
        },
      })
      if (opened === undefined) throw fail('auth.invalid_credentials')
      return opened
    },
    /** Until then the session may let data leave the vault, which is also unlocked. False, and nothing changed: the PIN has another hash by now. */
    openPin: (user: Identity, pinHash: string, until: Date): Promise<boolean> =>
      sessions.openPin({ id: user.sessionId, userId: user.id, pinHash }, until, deps.clock.date()),
    /** Acts that ask for the second factor are confirmed by it until then. */
    openFactor: (tx: Pick<Tx, 'db'>, user: Identity, until: Date): Promise<void> => deps.sessions(tx.db).openFactor(user.sessionId, until),
    /** Whether the session was opened at that time or later. */
    isSince: (id: string, time: Date): Promise<boolean> => sessions.isSince(id, time),
    /** Refuses the transactions of `work` once the session or the token has ended; whatever ends it waits for one that has begun. */
    whileSignedIn: <T>(person: PersonPrincipal, work: () => Promise<T>): Promise<T> => withCondition((db) => hold(db, person), work),
    /** Locks the vault in this session until the PIN is entered. */
    lock: (user: Identity): Promise<void> => sessions.lock(user.sessionId, deps.clock.date()),
    /** The PIN is another one: what the old one opened closes in every session. */
    closePins: (tx: Tx, userId: string): Promise<void> => deps.sessions(tx.db).clearPins(userId),
    async currentUser(user: Identity): Promise<CurrentUser> {
      const account = await deps.accounts.require(user.id)
      const shown = {
        ...presentUser(account),
        auto_lock_minutes: user.autoLockMinutes,
        page_language: account.page_language,
        is_locked: user.isLocked,
        ...(account.address_in_doubt ? { address_in_doubt: true } : {}),
        ...(user.hasSecondFactor || deps.policy.second_factor === 'optional'
          ? {}
          : { second_factor_asked: { due_at: user.secondFactorDueAt === null ? null : new Date(user.secondFactorDueAt).toISOString() } }),
        codes_closed_until: user.closed.codes === null ? null : new Date(user.closed.codes).toISOString(),
      }
      switch (user.stage) {
        case 'full':
          return shown
        case 'second_factor':
          return { ...shown, second_factor_required: true, methods: await deps.secondStepsOf(deps.db, account) }
        case 'stopped':
          return { ...shown, is_stopped: true }
        case 'enrolment':
          return { ...shown, enrolment_required: true }
        case 'password_change':
          return { ...shown, password_change_required: true, remember: user.isRemembered }
      }
    },
  }
}

export type SessionsService = ReturnType<typeof createSessionsService>
