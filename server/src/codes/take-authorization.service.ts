import type { TakeApproval } from '@twofold/contract/service-accounts'
import type { AccessService } from '../keys/access.service.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { Principal } from '../platform/principal.ts'
import { mayHaveCodes } from '../sessions/may-have-codes.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import type { FindBehind, Taker, TakesRepository, Watched } from './takes.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** A token as the hand-out of codes needs it. */
export interface TokenTaking {
  is_agent: boolean
  /** Takes without asking, until a time. */
  is_trusted: boolean
  takes_per_minute: number | null
  takes_per_day: number | null
}

/** Tokens, as the machines noun keeps them. */
export interface TakingTokens {
  findOpen: (db: Db, ids: readonly string[], now: Date) => Promise<string[]>
  hold: (db: Db, id: string) => Promise<void>
  lockTaking: (db: Db, id: string) => Promise<TokenTaking | undefined>
  /** Suspends its service account, whose id is answered, or ends the token of a person. */
  stop: (db: Db, id: string, now: Date) => Promise<string | null>
}

type FoundSession = Parameters<SessionsService['openOfFound']>[0][number]

/** A take that waits, and whether its taker may be handed codes now. */
export type WatchedTaker = Watched & { is_entitled: boolean }

export interface TakeAuthorizationDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  access: Pick<AccessService, 'hold' | 'require' | 'requireProgram'>
  sessions: Pick<SessionsService, 'findOpen' | 'findBehindTokens' | 'openOfFound'>
  takes: (db: Db) => Pick<TakesRepository, 'watch'>
  behind: (now: Date) => FindBehind<FoundSession>
  tokens: TakingTokens
  holdSession: (db: Db, taker: Taker) => Promise<void>
}

/** Whether a person has to approve first, and who may. */
export interface TakeTerms {
  approval: TakeApproval
  /** The creator of the token may not approve. */
  four_eyes: boolean
}

const freely: TakeTerms = { approval: 'none', four_eyes: false }

/** Whether a taker may get codes, given the people of sessions, the people of tokens, and the valid tokens of service accounts. */
function judgeBy({
  open,
  persons,
  programs,
}: {
  open: Map<string, Identity>
  persons: Map<string, Identity>
  programs: readonly string[]
}) {
  const good = new Set(programs)
  return ({ user_id: user, session_id: session, token_id: token }: Taker): boolean => {
    if (user === null) return good.has(token ?? '')
    const identity = token === null ? open.get(session ?? '') : persons.get(token)
    return identity?.id === user && mayHaveCodes(identity)
  }
}

export function takerOf({ user, serviceAccount, token }: Principal): Taker {
  return {
    user_id: user?.id ?? null,
    service_account_id: serviceAccount?.id ?? null,
    session_id: token === undefined ? (user?.sessionId ?? null) : null,
    token_id: token?.id ?? null,
  }
}

/** Decides who may get a code of which key: on arrival, while waiting, and in the transaction of the hand-out. */
export function createTakeAuthorization(deps: TakeAuthorizationDeps) {
  async function requireAccess(db: Db, { user_id: user, service_account_id: program }: Taker, keyId: string): Promise<TakeTerms> {
    if (program !== null) return deps.access.requireProgram(db, program, keyId)
    await deps.access.require(db, user ?? '', keyId, 'view')
    return freely
  }

  return {
    requireAccess,

    /** The same, with the key and its access locked until the transaction ends. */
    async lockAccess(db: Db, taker: Taker, keyId: string): Promise<TakeTerms> {
      const [, terms] = await Promise.all([deps.access.hold(db, keyId), requireAccess(db, taker, keyId)])
      return terms
    },

    /** Neither the taker nor what they came with changes until the transaction ends: a revocation comes wholly before or after it. */
    hold: (db: Db, taker: Taker): Promise<void> =>
      taker.token_id === null ? deps.holdSession(db, taker) : deps.tokens.hold(db, taker.token_id),

    /** The takers that may get codes now: not signed out, locked, closed, deactivated, revoked, suspended or expired. */
    async findEntitled<T extends Taker>(takers: readonly T[], db: Db = deps.db): Promise<T[]> {
      const ids = (of: (taker: T) => string | null) => [...new Set(takers.map(of).filter((id) => id !== null))]
      const [sessionIds, personIds, programIds] = [
        ids((taker) => taker.session_id),
        ids((taker) => (taker.user_id === null ? null : taker.token_id)),
        ids((taker) => (taker.user_id === null ? taker.token_id : null)),
      ]
      const none = new Map<string, Identity>()
      const [open, persons, programs] = await Promise.all([
        sessionIds.length === 0 ? none : deps.sessions.findOpen(sessionIds, db),
        personIds.length === 0 ? none : deps.sessions.findBehindTokens(personIds, db),
        programIds.length === 0 ? [] : deps.tokens.findOpen(db, programIds, deps.clock.date()),
      ])
      const isEntitled = judgeBy({ open, persons, programs })
      return takers.filter(isEntitled)
    },

    /** A sign of life of takes that wait on this node, and whether they may go on waiting. One statement. */
    async watch(ids: readonly string[]): Promise<WatchedTaker[]> {
      const found = await deps.takes(deps.db).watch(ids, deps.behind(deps.clock.date()))
      const open = deps.sessions.openOfFound(found.sessions, 'session')
      const persons = deps.sessions.openOfFound(found.persons, 'token')
      const isEntitled = judgeBy({ open, persons, programs: found.programs })
      return found.takes.map((take) => ({ ...take, is_entitled: isEntitled(take) }))
    },
  }
}

export type TakeAuthorization = ReturnType<typeof createTakeAuthorization>
