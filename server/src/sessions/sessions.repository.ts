import type { Db } from '../platform/database.ts'
import type { Opened, SessionRow } from '../platform/identity.ts'
import { openWindow } from '../platform/maintenance.repository.ts'
import type { Closure } from '../platform/maintenance.ts'
import { createSessionFinder, findSessions } from './found-session.repository.ts'
import { createEndedSessions } from './ended-sessions.repository.ts'
import { createSessionProofs } from './session-proofs.repository.ts'
import { findsRow } from '../platform/row-counts.ts'

export interface NewSessionRow {
  id: string
  user_id: string
  token_hash: Buffer
  browser_hash: Buffer | null
  is_pending: boolean
  remember: boolean
  ip: string | null
  user_agent: string | null
  device_hash: Buffer | null
  created_at: Date
  idle_expires_at: Date
  expires_at: Date
}

const findSession = createSessionFinder()

export function createSessionsRepository(db: Db) {
  return {
    ...createEndedSessions(db),
    ...createSessionProofs(db),
    async put(session: NewSessionRow): Promise<void> {
      await db
        .insertInto('sessions')
        .values({ ...session, seen_at: session.created_at, active_at: session.created_at })
        .execute()
    },
    /** The session with its person, if both are alive. Whether it has ended, and whose browser it is bound to, the caller checks. */
    findByToken: (tokenHash: Buffer, now: Date, by?: Opened): Promise<SessionRow | undefined> => findSession(db, { tokenHash, now }, by),
    /** The same for sessions whose credentials were checked before. */
    findMany: (ids: readonly string[], now: Date, by?: Opened): Promise<SessionRow[]> => findSessions(db, ids, now, by),
    /** The maintenance that is under way. */
    async findClosure(now: Date): Promise<Closure | null> {
      const row = await db.selectNoFrom(openWindow(now).as('closure')).executeTakeFirst()
      return row?.closure ?? null
    },
    async touch(id: string, change: { seen_at?: Date; idle_expires_at?: Date; active_at?: Date }): Promise<void> {
      await db.updateTable('sessions').set(change).where('id', '=', id).execute()
    },
    /** A person's sessions that are good now, the last used first; those that wait for their second step are none yet. */
    listOf: (userId: string, now: Date) =>
      db
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .where('is_pending', '=', false)
        .where('expires_at', '>', now)
        .where('idle_expires_at', '>', now)
        .select(['id', 'ip', 'user_agent', 'remember', 'created_at', 'seen_at'])
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .execute(),
    /** Notes a device. True: this account was signed in from it after `since`. */
    async rememberDevice(
      { userId, hash, userAgent, ip }: { userId: string; hash: Buffer; userAgent: string | null; ip: string },
      now: Date,
      since: Date,
    ): Promise<boolean> {
      const before = db
        .selectFrom('known_devices')
        .where('user_id', '=', userId)
        .where('device_hash', '=', hash)
        .where('last_seen_at', '>', since)
        .select('last_seen_at')
      const seen = db
        .insertInto('known_devices')
        .values({ user_id: userId, device_hash: hash, user_agent: userAgent, ip, first_seen_at: now, last_seen_at: now })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'device_hash']).doUpdateSet({ user_agent: userAgent, ip, last_seen_at: now }),
        )
      const [known] = await Promise.all([before.executeTakeFirst(), seen.execute()])
      return known !== undefined
    },
    isSince: (id: string, time: Date): Promise<boolean> =>
      findsRow(db.selectFrom('sessions').where('id', '=', id).where('created_at', '>=', time).select('id')),
  }
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>
