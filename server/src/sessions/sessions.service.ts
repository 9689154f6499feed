import type { NewAccount, Role, User } from '@twofold/contract/accounts'
import type { SignedIn } from '@twofold/contract/sessions'
import { v7 as uuid } from 'uuid'
import { presentUser } from '../accounts/accounts.service.ts'
import type { Account } from '../accounts/account.ts'
import type { AccountsService } from '../accounts/accounts.service.ts'
import type { SetupService } from '../accounts/setup.service.ts'
import type { Clock } from '../platform/clock.ts'
import { hashToken, newToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { AppError, fail } from '../platform/fail.ts'
import type { Client, Credentials, Identity } from '../platform/http/identity.ts'
import type { Transaction, Tx } from '../platform/transaction.ts'
import { identityOf, isGood, lifetimeOf, touchAfter } from './session-rules.ts'
import type { SessionsRepository } from './sessions.repository.ts'

/** A sign-in's answer, and the cookie half for a browser. */
export interface OpenedSession {
  answer: SignedIn
  /** `maxAge` in seconds; absent: until the browser closes. */
  browserHalf?: { value: string; maxAge?: number }
}

export interface SessionsServiceDeps {
  db: Db
  transaction: Transaction
  sessions: (db: Db) => SessionsRepository
  accounts: Pick<AccountsService, 'prepare' | 'create' | 'checkPassword' | 'recordSignIn' | 'require'>
  setup: Pick<SetupService, 'checkLink' | 'useLink'>
  signUp: 'open' | 'invite' | 'closed'
  isVerificationRequired: () => Promise<boolean>
  clock: Clock
}

/** Where a person lands. Chosen here, from this list, never from what a request says. */
const home: Record<Role, string> = { admin: '/admin', user: '/dashboard' }

const verificationRequired: OpenedSession = { answer: { email_verification_required: true } }

export function createSessionsService(deps: SessionsServiceDeps) {
  const sessions = deps.sessions(deps.db)

  async function open(tx: Tx, account: Account, client: Client, remember: boolean): Promise<OpenedSession> {
    const token = newToken()
    const half = client.isBrowser ? newToken() : undefined
    const now = deps.clock.now()
    const { idle, absolute } = lifetimeOf(remember)
    await deps.sessions(tx.db).put({
      id: uuid(),
      user_id: account.id,
      token_hash: hashToken(token),
      browser_hash: half === undefined ? null : hashToken(half),
      remember,
      ip: client.address,
      user_agent: client.userAgent ?? null,
      created_at: new Date(now),
      idle_expires_at: new Date(now + idle),
      expires_at: new Date(now + absolute),
    })
    await deps.accounts.recordSignIn(tx, account.id)
    await tx.emit('user.login', {
      to: { user_id: account.id },
      data: {
        'login.time': new Date(now).toISOString(),
        'login.ip': client.address,
        'login.device': client.userAgent ?? 'Unknown',
        'login.location': 'Unknown',
      },
    })
    const answer = { access_token: token, email_verification_required: false, redirect_to: home[account.role], user: presentUser(account) }
    if (half === undefined) return { answer }
    return { answer, browserHalf: remember ? { value: half, maxAge: absolute / 1000 } : { value: half } }
  }

  return {
    /** Throws 422 `auth.invalid_credentials`, the same and after the same time for unknown addresses, wrong passwords and deactivated accounts. */
    async signIn(input: { email: string; password: string; remember: boolean }, client: Client): Promise<OpenedSession> {
      const account = await deps.accounts.checkPassword(input.email, input.password)
      if (account === undefined || !account.is_active) throw fail('auth.invalid_credentials')
      const isAdmitted = account.admitted_at !== null || account.email_verified_at !== null
      if (!isAdmitted && (await deps.isVerificationRequired())) return verificationRequired
      return deps.transaction((tx) => open(tx, account, client, input.remember))
    },

    /** While verification is required, the answer does not tell whether the address is known. Else throws 422 `auth.email_taken`. */
    async signUp(input: NewAccount, client: Client): Promise<OpenedSession> {
      if (deps.signUp !== 'open') throw fail('auth.sign_up_closed')
      const prepared = await deps.accounts.prepare(input)
      const verificationIsRequired = await deps.isVerificationRequired()
      try {
        return await deps.transaction(async (tx) => {
          const account = await deps.accounts.create(tx, prepared, { role: 'user', admitted: !verificationIsRequired, verified: false })
          return verificationIsRequired ? verificationRequired : open(tx, account, client, false)
        })
      } catch (error) {
        if (verificationIsRequired && isTaken(error)) return verificationRequired
        throw error
      }
    },

    checkSetupLink: deps.setup.checkLink,

    /** Makes the first administrator and signs in. Throws 422 `setup.link_invalid` on `token`. */
    async setUp({ token, ...input }: NewAccount & { token: string }, client: Client): Promise<OpenedSession> {
      const account = await deps.setup.useLink(token, input)
      return deps.transaction((tx) => open(tx, account, client, false))
    },

    /** Who these credentials belong to; undefined when they open no session. A poll does not keep an idle session alive. */
    async authenticate(credentials: Credentials, { isPoll }: { isPoll: boolean }): Promise<Identity | undefined> {
      if (credentials.bearer === undefined) return undefined
      const session = await sessions.findByToken(hashToken(credentials.bearer))
      const now = deps.clock.now()
      if (session === undefined || !isGood(session, credentials, now)) return undefined
      if (!isPoll && now - session.seen_at.getTime() >= touchAfter) {
        await sessions.touch(session.session_id, new Date(now), new Date(now + lifetimeOf(session.remember).idle))
      }
      return identityOf(session)
    },

    async signOut(user: Identity): Promise<void> {
      await sessions.remove(user.sessionId)
    },

    async currentUser(user: Identity): Promise<User> {
      return presentUser(await deps.accounts.require(user.id))
    },

    removeEnded: () => sessions.removeEnded(new Date(deps.clock.now())),
  }
}

export type SessionsService = ReturnType<typeof createSessionsService>

function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'auth.email_taken'
}
