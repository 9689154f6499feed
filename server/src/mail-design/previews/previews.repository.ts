import type { Insertable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'

export function createPreviewsRepository(db: Db) {
  return {
    async put(preview: Insertable<Database['email_previews']>): Promise<void> {
      await db.insertInto('email_previews').values(preview).execute()
    },
    /** Includes the cookie half that its session is bound to; null for a program's session. */
    find: (tokenHash: Buffer, now: Date): Promise<{ html: string; browser_hash: Buffer | null } | undefined> =>
      db
        .selectFrom('email_previews')
        .innerJoin('session_browsers as sessions', 'sessions.id', 'email_previews.session_id')
        .innerJoin('people', 'people.id', 'sessions.user_id')
        .where('email_previews.token_hash', '=', tokenHash)
        .where('email_previews.expires_at', '>', now)
        .where('sessions.expires_at', '>', now)
        .where('sessions.idle_expires_at', '>', now)
        .where('people.is_active', '=', true)
        .where('people.role', '=', 'admin')
        .select(['email_previews.html', 'sessions.browser_hash'])
        .executeTakeFirst(),
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'email_previews', column: 'expires_at', until })],
  }
}

export type PreviewsRepository = ReturnType<typeof createPreviewsRepository>
