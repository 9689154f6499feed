import { sql } from 'kysely'
import type { EventName } from '@twofold/contract/events'
import type { SuppressionReason } from '@twofold/contract/mail-rules/suppression-reason'
import type { Db } from '../../platform/database.ts'

/** Objections of all active people to e-mail of an event, counted by what they are. */
export async function countObjections(db: Db, event: EventName) {
  const { rows } = await sql<{ suppressed: SuppressionReason | null; is_wanted: boolean; count: number }>`
    select suppressions.reason as suppressed, coalesce(preferences.is_wanted, true) as is_wanted, count(*) as count
    from people
    left join suppressed_addresses suppressions on suppressions.email = people.email_normalized
    left join email_preferences preferences on preferences.user_id = people.id and preferences.event_name = ${event}
    where people.is_active and people.deleted_at is null
    group by 1, 2`.execute(db)
  return rows
}
