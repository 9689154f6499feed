import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export function createPreferencesRepository(db: Db) {
  return {
    list: (userId: string) =>
      db.selectFrom('email_preferences').where('user_id', '=', userId).select(['event_name', 'is_wanted']).execute(),
    async language(userId: string): Promise<string | null> {
      const row = await db.selectFrom('users').where('id', '=', userId).select('language').executeTakeFirst()
      return row?.language ?? null
    },
    /** Of mails and of pages; what is undefined stays. */
    async putLanguages(
      userId: string,
      languages: { language?: string | null | undefined; page_language?: string | null | undefined },
      now: Date,
    ): Promise<void> {
      await db
        .updateTable('users')
        .set({ ...languages, updated_at: now })
        .where('id', '=', userId)
        .execute()
    },
    async put(userId: string, wanted: { event_name: string; is_wanted: boolean }[], now: Date): Promise<void> {
      if (wanted.length === 0) return
      await db
        .insertInto('email_preferences')
        .values(wanted.map((preference) => ({ ...preference, user_id: userId, updated_at: now })))
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'event_name']).doUpdateSet({ is_wanted: sql`excluded.is_wanted`, updated_at: now }),
        )
        .execute()
    },
  }
}

export type PreferencesRepository = ReturnType<typeof createPreferencesRepository>
