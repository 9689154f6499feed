import type { NewAccount, NewAccountWithoutPin } from '@twofold/contract/accounts'
import type { SecondFactorMethod } from '@twofold/contract/factors'
import type { CallResponse } from '@twofold/contract/endpoint'
import type { endSession, listSessions } from '@twofold/contract/links'
import type { CurrentUser } from '@twofold/contract/sessions'
import { say } from '@twofold/contract/sentences/sentences'

import { presentUser } from '../accounts/accounts.service.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountsService, PreparedAccount } from '../accounts/accounts.service.ts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { LinksService } from '../accounts/links.service.ts'
import type { SetupService } from '../accounts/setup.service.ts'
import type { VerificationService } from '../accounts/verification.service.ts'
import { answerEvenly } from '../platform/answer-evenly.ts'
import type { Clock } from '../platform/clock.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { type AppError, fail, isFailure } from '../platform/fail.ts'
import type { Closure } from '../platform/maintenance.ts'
import type { Authentication, Client, Credentials, Identity, Opened, SessionRow } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import type { TrustService } from '../trust/trust.service.ts'
import { nameDevice } from './device-name.ts'
import { readFound } from './found-session.repository.ts'
import type { FoundSession } from './found-session.repository.ts'
import {
  activityPrecision,
  devicesKnownFor,
  endErrorOf,
  endsKeptFor,
  identityOf,
  isGood,
  isLocked,
  isOfBrowser,
  lifetimeOf,
  openOf,
  signUpTakes,
  touchAfter,
} from './session-rules.ts'
import type { FactorPolicy, OpenedSession, SessionPolicy } from './session-rules.ts'
import type { SessionOpening } from './opening.service.ts'
import type { SessionsRepository } from './sessions.repository.ts'
import type { SignInGuard } from './sign-in-guard.service.ts'
import type { RetentionTask } from '../platform/retention.ts'

export interface SessionsServiceDeps {
  db: Db
  transaction: Transaction
  sessions: (db: Db) => SessionsRepository
  accounts: Pick<AccountsService, 'prepare' | 'create' | 'requireSetUp' | 'checkPassword' | 'require' | 'findByEmail' | 'find'>
  setup: Pick<SetupService, 'checkLink' | 'useLink'>
  links: Pick<LinksService, 'require' | 'use'>
  verification: Pick<VerificationService, 'send' | 'tellKnown'>
  activity: Pick<ActivityService, 'record'>
  opening: Pick<SessionOpening, 'enter' | 'open'>
  guard: Pick<SignInGuard, 'attempt'>
  trust: Pick<TrustService, 'isClean' | 'heedPassword' | 'heedUnproven'>
  /** What the account has to show in addition to its first proof; empty: nothing. */
  secondStepsOf: (account: Account) => Promise<SecondFactorMethod[]>
  policy: SessionPolicy & FactorPolicy & Pick<Policy, 'sign_up'>
  isVerificationRequired: () => Promise<boolean>
  clock: Clock
}

const verificationRequired: OpenedSession = { answer: { email_verification_required: true } }

export function createSessionsService(deps: SessionsServiceDeps) {
  const sessions = deps.sessions(deps.db)

  /** A new account that has to prove its address, or a mail to whose address it is already: to who asks it is the same. */
  async function signUpUnproven(prepared: PreparedAccount, client: Client): Promise<OpenedSession> {
    try {
      await deps.transaction(async (tx) => {
        const account = await deps.accounts.create(tx, prepared, {
          role: 'user',
          admitted: false,
          verified: false,
          languages: client.languages,
        })
        await deps.verification.send(tx, account)
      })
    } catch (error) {
      if (!isFailure(error, 'auth.email_taken')) throw error
      const known = await deps.accounts.findByEmail(prepared.email)
      if (known !== undefined) await deps.transaction((tx) => deps.verification.tellKnown(tx, known, client.address))
    }
    return verificationRequired
  }

  return {
    async signIn(input: { email: string; password: string; remember: boolean }, client: Client): Promise<OpenedSession> {
      const account = await deps.guard.attempt(input.email, client, async () => {
        const found = await deps.accounts.checkPassword(input.email, input.password)
        return found?.is_active === true ? found : undefined
      })
      if (account === undefined) throw fail('auth.invalid_credentials')
      // Before the second step is chosen: whoever proves an old password needs no link.
      if (account.closed_at !== null) await deps.transaction((tx) => deps.trust.heedPassword(tx, account.id))
      const isAdmitted = account.admitted_at !== null || account.email_verified_at !== null
      if (!isAdmitted && (await deps.isVerificationRequired())) return verificationRequired
      return deps.opening.enter(account, client, input.remember)
    },

    /** What leaves the vault is open in this session until then, and so is the vault. */
    openPin: (user: Identity, until: Date): Promise<void> => sessions.openPin(user.sessionId, until, new Date(deps.clock.now())),

    /** Acts that ask for the second factor are confirmed by it until then. */
    openFactor: (user: Identity, until: Date): Promise<void> => sessions.openFactor(user.sessionId, until),

    /** Only the PIN opens the vault again in this session. */
    /** Whether the session was opened at that time or later. */
    isSince: (id: string, time: Date): Promise<boolean> => sessions.isSince(id, time),
    lock: (user: Identity): Promise<void> => sessions.lock(user.sessionId, new Date(deps.clock.now())),

    /** The PIN is another one: what the old one opened closes in every session. */
    closePins: (tx: Tx, userId: string): Promise<void> => deps.sessions(tx.db).clearPins(userId),

    /** While verification is required, the answer does not tell whether the address is known. Else throws 422 `auth.email_taken`. */
    async signUp(input: NewAccount, client: Client): Promise<OpenedSession> {
      await deps.accounts.requireSetUp()
      if (deps.policy.sign_up !== 'open') throw fail('auth.sign_up_closed')
      const prepared = await deps.accounts.prepare(input)
      if (await deps.isVerificationRequired()) return answerEvenly(signUpTakes, () => signUpUnproven(prepared, client))
      return deps.transaction(async (tx) => {
        const account = await deps.accounts.create(tx, prepared, {
          role: 'user',
          admitted: true,
          verified: false,
          languages: client.languages,
        })
        await deps.trust.heedUnproven(tx, account.id)
        return deps.opening.open(tx, account, client, false)
      })
    },

    /**
     * Makes the account that a link invites to, at the address it was mailed to, which proves that. While sign-up is closed only an
     * administrator's invitation counts.
     */
    async acceptInvitation(
      { token, ...input }: Omit<NewAccountWithoutPin, 'email'> & { token: string },
      client: Client,
    ): Promise<OpenedSession> {
      const { email, created_by: inviter } = await deps.links.require(token, ['invite'])
      if (deps.policy.sign_up === 'closed') {
        const by = inviter === null ? undefined : await deps.accounts.find(inviter)
        if (by?.role !== 'admin' || !by.is_active) throw fail('auth.sign_up_closed')
      }
      const prepared = await deps.accounts.prepare({ ...input, email })
      return deps.transaction(async (tx) => {
        const link = await deps.links.use(tx, token, ['invite'])
        const account = await deps.accounts.create(tx, prepared, {
          role: 'user',
          admitted: true,
          verified: (await deps.trust.isClean(tx, link)) ? true : 'by a link that others may have had',
          languages: client.languages,
        })
        return deps.opening.open(tx, account, client, false)
      })
    },

    checkSetupLink: deps.setup.checkLink,

    /** Makes the first administrator and signs in. */
    async setUp({ token, ...input }: NewAccountWithoutPin & { token: string }, client: Client): Promise<OpenedSession> {
      const account = await deps.setup.useLink(token, input)
      return deps.transaction((tx) => deps.opening.open(tx, account, client, false))
    },

    /**
     * Who these credentials belong to; undefined when they open no session. A poll does not keep an idle session alive. What keeps a vault
     * from locking itself is more: a browser reads by itself, so there only what changes something counts; and nothing while it is locked.
     */
    async authenticate(
      credentials: Credentials,
      { isPoll, isRead, find = sessions.findByToken }: Authentication,
    ): Promise<Identity | undefined> {
      if (credentials.bearer === undefined) return undefined
      const now = deps.clock.now()
      const session = await find(hashToken(credentials.bearer), new Date(now))
      if (session === undefined || !isGood(session, credentials, now)) return undefined
      const isSeen = !isPoll && now - session.seen_at.getTime() >= touchAfter
      const counts = !isPoll && !isLocked(session, now) && (!isRead || session.browser_hash === null)
      const isActive = counts && now - session.active_at.getTime() >= (session.auto_lock_minutes === null ? touchAfter : activityPrecision)
      if (isSeen || isActive) {
        await sessions.touch(session.session_id, {
          ...(isSeen && { seen_at: new Date(now), idle_expires_at: new Date(now + lifetimeOf(deps.policy, session.remember).idle) }),
          ...(isActive && { active_at: new Date(now) }),
        })
      }
      return identityOf(session, deps.policy, now)
    },

    /** The same row for a person's token. Whether it is good, the machines noun decides. */
    findBehindToken: (tokenHash: Buffer, now: Date): Promise<SessionRow | undefined> => sessions.findByToken(tokenHash, now, 'token'),

    /** Who is in those of these sessions that are still good, by the session's id. Their credentials were checked when they were opened. */
    async findOpen(ids: readonly string[], db: Db = deps.db): Promise<Map<string, Identity>> {
      const now = deps.clock.now()
      return openOf(await deps.sessions(db).findMany(ids, new Date(now)), 'session', deps.policy, now)
    },

    /** The same for tokens of people, by the token's id. */
    async findBehindTokens(ids: readonly string[], db: Db = deps.db): Promise<Map<string, Identity>> {
      const now = deps.clock.now()
      return openOf(await deps.sessions(db).findMany(ids, new Date(now), 'token'), 'token', deps.policy, now)
    },

    /** The same of what another statement found with `foundSessions`. */
    openOfFound: (found: readonly FoundSession[], by: Opened): Map<string, Identity> =>
      openOf(found.map(readFound), by, deps.policy, deps.clock.now()),

    /** The 401 for credentials that open nothing: why their session is over, where they prove that it was theirs. */
    async explainEnd(credentials: Credentials): Promise<AppError> {
      if (credentials.bearer === undefined) return fail('auth.unauthenticated')
      const tokenHash = hashToken(credentials.bearer)
      const kept = await sessions.findByToken(tokenHash, new Date(deps.clock.now()))
      const ended = kept?.is_pending === false ? { reason: 'expired', browser_hash: kept.browser_hash } : await sessions.findEnd(tokenHash)
      if (ended === undefined || !isOfBrowser(ended.browser_hash, credentials)) return fail('auth.unauthenticated')
      return fail(endErrorOf(ended.reason))
    },

    /** The maintenance that is under way. */
    findClosure: (): Promise<Closure | null> => sessions.findClosure(new Date(deps.clock.now())),

    async signOut(user: Identity): Promise<void> {
      await deps.transaction((tx) => deps.sessions(tx.db).leave(user.sessionId))
    },

    async list(user: Identity): Promise<CallResponse<typeof listSessions>> {
      const rows = await sessions.listOf(user.id, new Date(deps.clock.now()))
      return {
        data: rows.map((row) => ({
          id: row.id,
          device: nameDevice(row.user_agent),
          address: row.ip,
          created_at: row.created_at.toISOString(),
          last_seen_at: row.seen_at.toISOString(),
          is_current: row.id === user.sessionId,
          remember: row.remember,
        })),
      }
    },

    /** One of the person's own sessions, or all but this one. */
    async end(user: Identity, id: string, client: Client): Promise<CallResponse<typeof endSession>> {
      return deps.transaction(async (tx) => {
        const by = { userId: user.id, address: client.address }
        if (id === 'others') {
          const ended = await deps.sessions(tx.db).removeOthers(user.id, user.sessionId)
          if (ended > 0) await deps.activity.record(tx, { ...by, kind: 'other_sessions_ended' })
          return { ...say(ended === 0 ? 'session.no_others' : 'session.others_ended'), ended }
        }
        const removed = await deps.sessions(tx.db).removeOne(user.id, id)
        if (removed === undefined) throw fail('sessions.not_found')
        await deps.activity.record(tx, { ...by, kind: 'session_ended', detail: { device: nameDevice(removed.user_agent) } })
        return { ...say('session.ended'), ended: 1 }
      })
    },

    async currentUser(user: Identity): Promise<CurrentUser> {
      const account = await deps.accounts.require(user.id)
      const shown = {
        ...presentUser(account),
        auto_lock_minutes: user.autoLockMinutes,
        page_language: account.page_language,
        is_locked: user.isLocked,
        ...(user.hasSecondFactor || deps.policy.second_factor === 'optional'
          ? {}
          : { second_factor_asked: { due_at: user.secondFactorDueAt === null ? null : new Date(user.secondFactorDueAt).toISOString() } }),
        codes_closed_until: user.closed.codes === null ? null : new Date(user.closed.codes).toISOString(),
      }
      switch (user.stage) {
        case 'full':
          return shown
        case 'second_factor':
          return { ...shown, second_factor_required: true, methods: await deps.secondStepsOf(account) }
        case 'stopped':
          return { ...shown, is_stopped: true }
        case 'enrolment':
          return { ...shown, enrolment_required: true }
        case 'password_change':
          return { ...shown, password_change_required: true, remember: user.isRemembered }
      }
    },

    /** Sessions that have ended, and devices that nobody was seen on for so long that they count as new again. */
    removable(): RetentionTask[] {
      const now = deps.clock.now()
      return sessions.removable(new Date(now), { devices: new Date(now - devicesKnownFor), ends: new Date(now - endsKeptFor) })
    },
  }
}

export type SessionsService = ReturnType<typeof createSessionsService>
