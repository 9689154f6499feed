import { bearerHashOf } from '../platform/crypto/credential-hashes.ts'
import type { Db } from '../platform/database.ts'
import { type AppError, fail } from '../platform/fail.ts'
import type { Closure } from '../platform/maintenance.ts'
import type { Authentication, Credentials, Identity, Opened, SessionRow } from '../platform/identity.ts'
import { type FoundSession, readFound } from './found-session.repository.ts'
import {
  activityPrecision,
  endErrorOf,
  identityOf,
  isGood,
  isLocked,
  isOfBrowser,
  lifetimeOf,
  openOf,
  touchAfter,
} from './session-rules.ts'
import type { SessionsServiceDeps } from './sessions.service.ts'

/** Checks sessions and tokens. */
export function createSessionChecks(deps: SessionsServiceDeps) {
  const sessions = deps.sessions(deps.db)

  return {
    /**
     * The person with these credentials; undefined if they open no session. A poll does not extend an idle session. To postpone auto-lock takes more:
     * a browser also reads on its own, so only changes count there, and nothing while the vault is locked.
     */
    async authenticate(
      credentials: Credentials,
      { isPoll, isRead, find = sessions.findByToken }: Authentication,
    ): Promise<Identity | undefined> {
      const tokenHash = bearerHashOf(credentials)
      if (tokenHash === undefined) return undefined
      const now = deps.clock.now()
      const session = await find(tokenHash, new Date(now))
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
    /** The same row for a person's token, whose validity the machines noun decides. */
    findBehindToken: (tokenHash: Buffer, now: Date): Promise<SessionRow | undefined> => sessions.findByToken(tokenHash, now, 'token'),
    /** The people of those sessions that are still valid, by session id. Their credentials were checked when they were opened. */
    async findOpen(ids: readonly string[], db: Db = deps.db): Promise<Map<string, Identity>> {
      const now = deps.clock.now()
      return openOf(await deps.sessions(db).findMany(ids, new Date(now)), 'session', deps.policy, now)
    },
    /** The same for people's tokens, by token id. */
    async findBehindTokens(ids: readonly string[], db: Db = deps.db): Promise<Map<string, Identity>> {
      const now = deps.clock.now()
      return openOf(await deps.sessions(db).findMany(ids, new Date(now), 'token'), 'token', deps.policy, now)
    },
    /** The same for rows that another statement found with `foundSessions`. */
    openOfFound: (found: readonly FoundSession[], by: Opened): Map<string, Identity> =>
      openOf(found.map(readFound), by, deps.policy, deps.clock.now()),
    /** The 401 for credentials that open nothing: why their session is over, where they prove that it was theirs. */
    async explainEnd(credentials: Credentials): Promise<AppError> {
      const tokenHash = bearerHashOf(credentials)
      if (tokenHash === undefined) return fail('auth.unauthenticated')
      const kept = await sessions.findByToken(tokenHash, deps.clock.date())
      const ended = kept?.is_pending === false ? { reason: 'expired', browser_hash: kept.browser_hash } : await sessions.findEnd(tokenHash)
      if (ended === undefined || !isOfBrowser(ended.browser_hash, credentials)) return fail('auth.unauthenticated')
      return fail(endErrorOf(ended.reason))
    },
    /** The maintenance that is under way. */
    findClosure: (): Promise<Closure | null> => sessions.findClosure(deps.clock.date()),
  }
}
