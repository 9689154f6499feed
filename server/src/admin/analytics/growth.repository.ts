import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { DayCount } from './day-figures.repository.ts'

/** Today's users, keys and grants by the day, in UTC, on which they came. Days on which none came are left out. */
export interface Growth {
  days: DayCount[]
}

export function createGrowthRepository(db: Db) {
  return {
    /** Counts all, or those created since then. */
    async count(now: Date, since?: Date): Promise<Growth> {
      const came = since === undefined ? sql`true` : sql`created_at >= ${since}`
      const { rows } = await sql<DayCount>`
        select day::text, figure, count from (
          select (created_at at time zone 'UTC')::date as day, 'sign_ups' as figure, count(*) as count from counted_users where ${came} group by 1
          union all select (created_at at time zone 'UTC')::date, 'keys_made', count(*) from counted_keys where ${came} group by 1
          union all select (created_at at time zone 'UTC')::date, 'shares_made', count(*) from grants_at(${now}) where ${came} group by 1
        ) came`.execute(db)
      return { days: rows }
    },
  }
}
