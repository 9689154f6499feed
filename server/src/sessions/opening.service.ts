import type { SecondFactorMethod } from '@twofold/contract/factors'
import { type AccountsService, presentUser } from '../accounts/accounts.service.ts'
import type { Account } from '../accounts/account.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Tx } from '../platform/transaction.ts'
import { type FactorPolicy, home, isFactorRequired, type OpenedSession, secondStepTries, type SessionPolicy } from './session-rules.ts'
import type { SessionsRepository, SignInSurroundings } from './sessions.repository.ts'
import { createSignInNotices } from './sign-in-notices.service.ts'
import { createSessionStorage } from './session-storage.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface SessionOpeningDeps extends ServiceDeps {
  sessions: (
    db: Db,
  ) => Pick<SessionsRepository, 'lockPending' | 'lookAround' | 'put' | 'removeOfDevice' | 'removePending' | 'reserveSecondStep'>
  accounts: Pick<AccountsService, 'recordSignIn' | 'requireUnchanged'>
  activity: Pick<ActivityService, 'record'>
  /** Methods of the account's second step; empty: none. */
  secondStepsOf: (db: Db, account: Account) => Promise<SecondFactorMethod[]>
  /** Prepares a due second step, for example by sending a link. */
  prepareSecondStep: (tx: Tx, account: Account, methods: SecondFactorMethod[], client: Client) => Promise<void>
  policy: SessionPolicy & FactorPolicy & Pick<Policy, 'second_factor_grace_days'>
}

/** A sign-in that waits for its second step, locked; `pending` undefined: it is gone. */
interface HeldSignIn {
  pending: { remember: boolean } | undefined
  seen: SignInSurroundings
}

/** Turns a proof into a session: at once, or after the second step. */
export function createSessionOpening(deps: SessionOpeningDeps) {
  const { put, look, lockAndLook, openSeen } = createOpened(deps)

  async function open(tx: Tx, account: Account, client: Client, remember: boolean): Promise<OpenedSession> {
    const [, seen] = await Promise.all(lockAndLook(tx, account, client))
    return openSeen(tx, account, client, remember, { seen, isSuspicious: false })
  }

  async function enter(
    account: Account,
    client: Client,
    remember: boolean,
    also: (tx: Tx) => Promise<void> | void = () => {},
  ): Promise<OpenedSession> {
    return deps.transaction(async (tx) => {
      // Behind the lock as well: a factor that was added while the password was checked is asked for.
      const [, seen, methods] = await Promise.all([...lockAndLook(tx, account, client), deps.secondStepsOf(tx.db, account), also(tx)])
      if (methods.length === 0) return openSeen(tx, account, client, remember, { seen, isSuspicious: false })
      const { token, ...halves } = put(tx, account, client, seen.closure, { remember, isPending: true })
      await deps.prepareSecondStep(tx, account, methods, client)
      return { answer: { access_token: token, email_verification_required: false, second_factor_required: true, methods }, ...halves }
    })
  }

  return {
    /** After the first proof: opens a session, or one that waits for the second step and can do nothing else. `also`: runs with it, behind the lock of the account. */
    enter,
    /** Opens a session for somebody who has shown all that there is to show. */
    open,
    look,
    /** Opens the first session of an account that this transaction makes, which nobody else can lock or change yet. */
    openNew: (tx: Tx, account: Account, client: Client, seen: SignInSurroundings): Promise<OpenedSession> =>
      openSeen(tx, account, client, false, { seen, isSuspicious: false }),
    /**
     * Counts a try at the second step before it is looked at, so that parallel ones cannot be more than there are. A wrong one that leaves
     * none ends the sign-in.
     */
    async reserveSecondStep(user: Identity): Promise<{ triesLeft: number }> {
      const tries = await deps.sessions(deps.db).reserveSecondStep(user.sessionId, secondStepTries)
      if (tries === undefined) throw fail('auth.second_factor_ended')
      return { triesLeft: secondStepTries - tries }
    },
    /** Locks the account and the session that waits, in one round trip with what is read behind them. */
    async holdPending(tx: Tx, user: Identity, account: Account, client: Client): Promise<HeldSignIn> {
      const [isUnchanged, seen] = lockAndLook(tx, account, client)
      const [, pending, surroundings] = await Promise.all([isUnchanged, deps.sessions(tx.db).lockPending(user.sessionId), seen])
      return { pending, seen: surroundings }
    },
    /** Puts a full session in place of the one that waited and is held. */
    async finish(
      tx: Tx,
      user: Identity,
      account: Account,
      client: Client,
      { pending, seen, isSuspicious }: HeldSignIn & { isSuspicious: boolean },
    ): Promise<OpenedSession> {
      if (pending === undefined) throw fail('auth.unauthenticated')
      await deps.sessions(tx.db).removePending(user.sessionId)
      return openSeen(tx, account, client, pending.remember, { seen, isSuspicious })
    },
  }
}

/** Opens a session once the account is locked and the device looked at. */
function createOpened(deps: SessionOpeningDeps) {
  const { put } = createSessionStorage(deps)
  const { look, notify } = createSignInNotices(deps)

  /** End of the grace period that starts with this sign-in, unless one is running. */
  const dueOf = ({ role }: Account): Date | null =>
    isFactorRequired(deps.policy, role) ? new Date(deps.clock.now() + deps.policy.second_factor_grace_days * 24 * 60 * 60_000) : null

  /** Behind the lock of the account: of two sign-ins from a new device at once, the second one finds it known. */
  const lockAndLook = (tx: Tx, account: Account, client: Client) =>
    [deps.accounts.requireUnchanged(tx, account), look(tx, account, client)] as const

  /** `isSuspicious`: the person is notified in any case, such as of a sign-in with a recovery code. */
  async function openSeen(
    tx: Tx,
    account: Account,
    client: Client,
    remember: boolean,
    { seen, isSuspicious }: { seen: SignInSurroundings; isSuspicious: boolean },
  ): Promise<OpenedSession> {
    deps.accounts.recordSignIn(tx, account, dueOf(account))
    const { token, ...halves } = put(tx, account, client, seen.closure, { remember, isPending: false })
    await notify(tx, account, client, seen, isSuspicious)
    const answer = {
      access_token: token,
      email_verification_required: false,
      redirect_to: home[account.role],
      user: presentUser(account),
      ...(account.must_change_password ? { password_change_required: true } : {}),
    }
    return { answer, ...halves }
  }

  return { put, look, lockAndLook, openSeen }
}

export type SessionOpening = ReturnType<typeof createSessionOpening>
