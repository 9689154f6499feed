import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/**
 * Throws unless the history of access ends in exactly what people can use now, by key, owner and level. `now`: of the application's clock; that of the
 * database writes the history, so the later one decides for both sides.
 */
export async function checkHistory(db: Db, now: Date): Promise<void> {
  const lasts = (end: string) => sql`(${sql.ref(end)} is null or ${sql.ref(end)} > greatest(${now}::timestamptz, clock_timestamp()))`
  const { rows } = await sql<{ side: string; key_id: string; user_id: string; level: string }>`
    with granted as (
      select access.key_id, access.user_id, access.owner_id, access.level from key_access access
      join users owners on owners.id = access.owner_id and owners.deleted_at is null where ${lasts('expires_at')}
    ), recorded as (
      select key_id, user_id, owner_id, level from access_history where user_id is not null and ${lasts('until')}
    )
    (select 'only granted' as side, * from (select * from granted except select * from recorded) missing)
    union all
    (select 'only recorded', * from (select * from recorded except select * from granted) left_over)`.execute(db)
  const [first] = rows
  if (first !== undefined) throw new Error(`The history of access differs from access: ${JSON.stringify(first)}`)
}
