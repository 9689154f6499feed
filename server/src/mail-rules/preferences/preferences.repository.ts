import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export function createPreferencesRepository(db: Db) {
  return {
    /** Nothing happens for somebody who is not there any more. */
    async put(preference: { user_id: string; event_name: string; is_wanted: boolean; now: Date }): Promise<void> {
      const { user_id: userId, event_name: event, is_wanted: isWanted, now } = preference
      await sql`
        insert into email_preferences (user_id, event_name, is_wanted, updated_at)
        select id, ${event}, ${isWanted}, ${now} from users where id = ${userId}
        on conflict (user_id, event_name) do update set is_wanted = excluded.is_wanted, updated_at = excluded.updated_at`.execute(db)
    },
  }
}

export type PreferencesRepository = ReturnType<typeof createPreferencesRepository>
