import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import type { UserFilters } from './users.repository.ts'
import { matching, searchedUsers } from './user-filters.repository.ts'

/** Number of users that match filters. */
export function createUserCounts(db: Db) {
  return {
    async count(filters: UserFilters): Promise<number> {
      const { rows } = await sql<{
        total: number
      }>`select count(*) as total from ${searchedUsers(filters)} where ${matching(filters)}`.execute(db)
      return rows[0]?.total ?? 0
    },
    /** Counts no further than `most`. An index finds what is rare; what is common is found at once among any few users. */
    async countUpTo(most: number, filters: UserFilters): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        with sample as (
          select count(*) as found from (
            select from ${searchedUsers(filters, { isCommon: true }, sql`(select * from people users ${rowsAtMost(most * 3)}) users`)}
            where ${matching(filters)} ${rowsAtMost(most)}
          ) found
        )
        select case when found = ${most} then found
          else (select count(*) from (select from ${searchedUsers(filters)} where ${matching(filters)} ${rowsAtMost(most)}) found) end as total from sample`.execute(
        db,
      )
      return rows[0]?.total ?? 0
    },
    /** All users, by the list's filters. */
    async countByKind() {
      const { rows } = await sql<{
        role: 'admin' | 'user'
        is_active: boolean
        is_deleted: boolean
        has_second_factor: boolean
        count: number
      }>`
        select role, is_active, deleted_at is not null as is_deleted, has_second_factor, count(*) as count from people users group by 1, 2, 3, 4`.execute(
        db,
      )
      return { kinds: rows }
    },
  }
}
