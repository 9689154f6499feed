import type { SecondFactorMethod } from '@twofold/contract/factors'
import { sentence } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import { presentUser } from '../accounts/accounts.service.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import { requireOpen } from '../platform/maintenance.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { nameDevice, wordDevice } from './device-name.ts'
import {
  devicesKnownFor,
  home,
  isFactorRequired,
  lifetimeOf,
  pendingLifetime,
  secondStepTries,
  suspiciousFailures,
} from './session-rules.ts'
import type { FactorPolicy, OpenedSession, SessionPolicy } from './session-rules.ts'
import type { SessionsRepository } from './sessions.repository.ts'
import type { SignInGuard } from './sign-in-guard.service.ts'

export interface SessionOpeningDeps {
  db: Db
  transaction: Transaction
  sessions: (
    db: Db,
  ) => Pick<SessionsRepository, 'findClosure' | 'put' | 'rememberDevice' | 'removeOfDevice' | 'reserveSecondStep' | 'takePending'>
  accounts: Pick<AccountsService, 'recordSignIn' | 'requireUnchanged'>
  activity: Pick<ActivityService, 'record'>
  guard: Pick<SignInGuard, 'countRecentFailures'>
  /** What the account has to show in addition to its first proof; empty: nothing. */
  secondStepsOf: (account: Account) => Promise<SecondFactorMethod[]>
  /** Does what has to be done for a second step that is due, such as mailing a link. */
  prepareSecondStep: (tx: Tx, account: Account, methods: SecondFactorMethod[], client: Client) => Promise<void>
  policy: SessionPolicy & FactorPolicy & Pick<Policy, 'second_factor_grace_days'>
  clock: Clock
}

/** How a proof becomes a session: at once, or by way of the second step. */
export function createSessionOpening(deps: SessionOpeningDeps) {
  /** Its token, and for a browser the other half. During maintenance only administrators get one: throws 503 `maintenance.active`. */
  async function put(tx: Tx, account: Account, client: Client, kind: { remember: boolean; isPending: boolean }) {
    const token = newToken()
    const half = client.isBrowser ? newToken() : undefined
    const device = client.device()
    const deviceHash = device === undefined ? null : hashToken(device)
    const now = deps.clock.now()
    const sessions = deps.sessions(tx.db)
    const closure = sessions.findClosure(new Date(now))
    const { idle, absolute } = kind.isPending
      ? { idle: pendingLifetime, absolute: pendingLifetime }
      : lifetimeOf(deps.policy, kind.remember)
    const removed = deviceHash === null ? undefined : sessions.removeOfDevice(deviceHash)
    const made = sessions.put({
      id: uuid(),
      user_id: account.id,
      token_hash: hashToken(token),
      browser_hash: half === undefined ? null : hashToken(half),
      is_pending: kind.isPending,
      remember: kind.remember,
      ip: client.address,
      user_agent: client.userAgent ?? null,
      device_hash: deviceHash,
      created_at: new Date(now),
      idle_expires_at: new Date(now + idle),
      expires_at: new Date(now + absolute),
    })
    const [closed] = await Promise.all([closure, removed, made])
    requireOpen(closed, account.role, now)
    if (half === undefined) return { token }
    const lasts = kind.remember && !kind.isPending
    return { token, browserHalf: lasts ? { value: half, maxAge: absolute / 1000 } : { value: half } }
  }

  /** When the grace ends that begins with this sign-in, unless one has begun before. */
  const dueOf = ({ role }: Account): Date | null =>
    isFactorRequired(deps.policy, role) ? new Date(deps.clock.now() + deps.policy.second_factor_grace_days * 24 * 60 * 60_000) : null

  /** Tells of a sign-in what its person may want to know: that it came from a new device, or after tries that failed. */
  async function tell(tx: Tx, account: Account, client: Client, isSuspicious: boolean): Promise<void> {
    const now = new Date(deps.clock.now())
    const device = nameDevice(client.userAgent)
    const remembered = deps.sessions(tx.db).rememberDevice(
      {
        userId: account.id,
        hash: hashToken(client.device() ?? `program ${client.userAgent ?? ''} ${client.network}`),
        userAgent: client.userAgent ?? null,
        ip: client.address,
      },
      now,
      new Date(now.getTime() - devicesKnownFor),
    )
    const [isKnown, failures] = await Promise.all([remembered, deps.guard.countRecentFailures(tx, account.email)])
    const isNewDevice = !isKnown && account.last_login_at !== null
    const isAfterFailures = isSuspicious || failures >= suspiciousFailures
    const to = { user_id: account.id }
    const data = {
      'login.time': now.toISOString(),
      'login.ip': client.address,
      'login.device': [wordDevice(client.userAgent)],
      'login.location': [sentence('location.unknown')],
    }
    await tx.emit('user.login', { to, data })
    if (isNewDevice) await tx.emit('user.login.new_device', { to, data })
    if (isAfterFailures) await tx.emit('user.login.suspicious', { to, data: { ...data, 'login.failures': failures } })
    const kind = isAfterFailures ? 'signed_in_after_failures' : isNewDevice ? 'signed_in_from_new_device' : 'signed_in'
    await deps.activity.record(tx, { userId: account.id, kind, detail: { device }, address: client.address })
  }

  /** `isSuspicious`: its person should be told in any case, as of a sign-in with a recovery code. */
  async function open(
    tx: Tx,
    account: Account,
    client: Client,
    remember: boolean,
    { isSuspicious } = { isSuspicious: false },
  ): Promise<OpenedSession> {
    const opened = put(tx, account, client, { remember, isPending: false })
    const [{ token, ...halves }] = await Promise.all([opened, deps.accounts.recordSignIn(tx, account, dueOf(account))])
    await tell(tx, account, client, isSuspicious)
    const answer = {
      access_token: token,
      email_verification_required: false,
      redirect_to: home[account.role],
      user: presentUser(account),
      ...(account.must_change_password ? { password_change_required: true } : {}),
    }
    return { answer, ...halves }
  }

  async function enter(account: Account, client: Client, remember: boolean): Promise<OpenedSession> {
    const methods = await deps.secondStepsOf(account)
    return deps.transaction(async (tx) => {
      if (methods.length === 0) return open(tx, account, client, remember)
      await deps.accounts.requireUnchanged(tx, account)
      await deps.prepareSecondStep(tx, account, methods, client)
      const { token, ...halves } = await put(tx, account, client, { remember, isPending: true })
      return { answer: { access_token: token, email_verification_required: false, second_factor_required: true, methods }, ...halves }
    })
  }

  return {
    /** After the first proof: a session, or one that waits for the second step and can do nothing else. */
    enter,
    /** Opens a session for somebody who has shown all that there is to show. */
    open,

    /**
     * Counts a try at the second step before it is looked at, so that parallel ones cannot be more than there are. A wrong one that leaves
     * none ends the sign-in.
     */
    async reserveSecondStep(user: Identity): Promise<{ triesLeft: number }> {
      const tries = await deps.sessions(deps.db).reserveSecondStep(user.sessionId, secondStepTries)
      if (tries === undefined) throw fail('auth.second_factor_ended')
      return { triesLeft: secondStepTries - tries }
    },

    /** Puts a full session in place of the one that waited. */
    async finish(tx: Tx, user: Identity, account: Account, client: Client, options = { isSuspicious: false }): Promise<OpenedSession> {
      const pending = await deps.sessions(tx.db).takePending(user.sessionId)
      if (pending === undefined) throw fail('auth.unauthenticated')
      return open(tx, account, client, pending.remember, options)
    },
  }
}

export type SessionOpening = ReturnType<typeof createSessionOpening>
