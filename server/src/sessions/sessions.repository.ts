import type { Role } from '@twofold/contract/accounts'
import type { Db } from '../platform/database.ts'

export interface SessionRow {
  session_id: string
  browser_hash: Buffer | null
  remember: boolean
  seen_at: Date
  idle_expires_at: Date
  expires_at: Date
  user_id: string
  name: string
  email: string
  role: Role
}

export interface NewSessionRow {
  id: string
  user_id: string
  token_hash: Buffer
  browser_hash: Buffer | null
  remember: boolean
  ip: string | null
  user_agent: string | null
  created_at: Date
  idle_expires_at: Date
  expires_at: Date
}

export function createSessionsRepository(db: Db) {
  return {
    async put(session: NewSessionRow): Promise<void> {
      await db
        .insertInto('sessions')
        .values({ ...session, seen_at: session.created_at })
        .execute()
    },
    /** The session with its person, if both are alive. Whether it has ended, and whose browser it is bound to, the caller checks. */
    findByToken: (tokenHash: Buffer): Promise<SessionRow | undefined> =>
      db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .where('sessions.token_hash', '=', tokenHash)
        .where('users.is_active', '=', true)
        .where('users.deleted_at', 'is', null)
        .select([
          'sessions.id as session_id',
          'sessions.browser_hash',
          'sessions.remember',
          'sessions.seen_at',
          'sessions.idle_expires_at',
          'sessions.expires_at',
          'users.id as user_id',
          'users.name',
          'users.email',
          'users.role',
        ])
        .executeTakeFirst(),
    async touch(id: string, now: Date, idleExpiresAt: Date): Promise<void> {
      await db.updateTable('sessions').set({ seen_at: now, idle_expires_at: idleExpiresAt }).where('id', '=', id).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('sessions').where('id', '=', id).execute()
    },
    async removeEnded(now: Date): Promise<void> {
      await db
        .deleteFrom('sessions')
        .where((row) => row.or([row('expires_at', '<=', now), row('idle_expires_at', '<=', now)]))
        .execute()
    },
  }
}

export type SessionsRepository = ReturnType<typeof createSessionsRepository>
