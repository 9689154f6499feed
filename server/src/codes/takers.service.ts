import type { TakeApproval } from '@twofold/contract/sharing'
import type { AccessService } from '../keys/access.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/http/identity.ts'
import type { Principal } from '../platform/http/principal.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import type { Taker } from './takes.repository.ts'

/** What a token is to somebody who hands out codes. */
export interface TokenTaking {
  is_agent: boolean
  trusted_until: Date | null
  takes_per_minute: number | null
  takes_per_day: number | null
}

/** Tokens, as the machines noun keeps them. */
export interface TakingTokens {
  findOpen: (ids: readonly string[], now: Date) => Promise<string[]>
  hold: (id: string) => Promise<void>
  lockTaking: (id: string) => Promise<TokenTaking | undefined>
  /** Suspends its service account, whose id is answered, or ends the token of a person. */
  stop: (id: string, now: Date) => Promise<string | null>
}

export interface TakersServiceDeps {
  db: Db
  access: Pick<AccessService, 'hold' | 'require' | 'requireProgram'>
  sessions: Pick<SessionsService, 'findOpen' | 'findBehindTokens'>
  tokens: (db: Db) => TakingTokens
  holdSession: (db: Db, taker: Taker) => Promise<void>
  clock: Clock
}

/** Whether a person has to say yes first, and which. */
export interface TakeTerms {
  approval: TakeApproval
  /** Whoever made the token does not approve. */
  four_eyes: boolean
}

const freely: TakeTerms = { approval: 'none', four_eyes: false }

/** A session or token with which its person may be handed codes now. */
const mayTake = ({ stage, isLocked, closed, closure, role }: Identity): boolean =>
  stage === 'full' && !isLocked && closed.codes === null && (closure === null || role === 'admin')

export function takerOf({ user, serviceAccount, token }: Principal): Taker {
  return {
    user_id: user?.id ?? null,
    service_account_id: serviceAccount?.id ?? null,
    session_id: token === undefined ? (user?.sessionId ?? null) : null,
    token_id: token?.id ?? null,
  }
}

/** Who may be handed a code of which key: asked when they come, while they wait, and in the transaction that hands it out. */
export function createTakersService(deps: TakersServiceDeps) {
  /** Throws 404 `keys.not_found`. */
  async function requireAccess(db: Db, { user_id: user, service_account_id: program }: Taker, keyId: string): Promise<TakeTerms> {
    if (program !== null) return deps.access.requireProgram(db, program, keyId)
    await deps.access.require(db, user ?? '', keyId, 'view')
    return freely
  }

  return {
    requireAccess,

    /** The same; nobody changes the key or who has it until the transaction ends. */
    async lockAccess(db: Db, taker: Taker, keyId: string): Promise<TakeTerms> {
      await deps.access.hold(db, keyId)
      return requireAccess(db, taker, keyId)
    },

    /** Neither the taker nor what they came with changes until the transaction ends: a revocation comes wholly before or after it. */
    hold: (db: Db, taker: Taker): Promise<void> =>
      taker.token_id === null ? deps.holdSession(db, taker) : deps.tokens(db).hold(taker.token_id),

    /** Those that may be handed codes now: not signed out, locked, closed, deactivated, revoked, suspended or expired. */
    async findEntitled<T extends Taker>(takers: readonly T[], db: Db = deps.db): Promise<T[]> {
      const ids = (of: (taker: T) => string | null) => [...new Set(takers.map(of).filter((id) => id !== null))]
      const [sessions, persons, programs] = [
        ids((taker) => taker.session_id),
        ids((taker) => (taker.user_id === null ? null : taker.token_id)),
        ids((taker) => (taker.user_id === null ? taker.token_id : null)),
      ]
      const none = new Map<string, Identity>()
      const open = sessions.length === 0 ? none : await deps.sessions.findOpen(sessions, db)
      const behind = persons.length === 0 ? none : await deps.sessions.findBehindTokens(persons, db)
      const good = new Set(programs.length === 0 ? [] : await deps.tokens(db).findOpen(programs, new Date(deps.clock.now())))
      return takers.filter(({ user_id: user, session_id: session, token_id: token }) => {
        if (user === null) return good.has(token ?? '')
        const identity = token === null ? open.get(session ?? '') : behind.get(token)
        return identity?.id === user && mayTake(identity)
      })
    },
  }
}

export type TakersService = ReturnType<typeof createTakersService>
