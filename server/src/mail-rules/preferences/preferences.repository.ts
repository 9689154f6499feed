import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export function createPreferencesRepository(db: Db) {
  return {
    /** Does nothing for a deleted person. */
    async put(preference: { user_id: string; event_name: string; is_wanted: boolean; now: Date }): Promise<void> {
      const { user_id: userId, event_name: event, is_wanted: isWanted, now } = preference
      await sql`
        insert into email_preferences (user_id, event_name, is_wanted, updated_at)
        select id, ${event}, ${isWanted}, ${now} from people where id = ${userId}
        on conflict (user_id, event_name) do update set is_wanted = excluded.is_wanted, updated_at = excluded.updated_at`.execute(db)
    },
    list: (userId: string) =>
      db.selectFrom('email_preferences').where('user_id', '=', userId).select(['event_name', 'is_wanted']).execute(),
    async putAll(userId: string, wanted: { event_name: string; is_wanted: boolean }[], now: Date): Promise<void> {
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
