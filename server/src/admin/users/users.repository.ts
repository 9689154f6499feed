import type { UserSort } from '@twofold/contract/admin/users'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { plain } from '../../platform/like-pattern.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { createUserDetailsRepository } from './user-details.repository.ts'
import { matching, searchedUsers } from './user-filters.repository.ts'
import { receivedBy, userPage } from './user-page.repository.ts'

export interface UserFilters {
  search?: string | undefined
  role?: 'admin' | 'user' | undefined
  status?: 'active' | 'deactivated' | 'inactive' | 'deleted' | undefined
  second_factor?: 'on' | 'off' | undefined
}

export interface UserOrder {
  sort: UserSort
  direction: 'asc' | 'desc'
}

export interface PageStart {
  offset: number
  fromEnd: boolean
  isCommon: boolean
}

export interface ListedRow {
  id: string
  name: string
  email: string
  role: 'admin' | 'user'
  is_active: boolean
  email_verified_at: Date | null
  has_second_factor: boolean
  last_login_at: Date | null
  created_at: Date
  keys: number
  received: number
  deleted_at: Date | null
}

export function createUsersRepository(db: Db) {
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
    ...createUserDetailsRepository(db),
    /** `fromEnd`: offset from the end; the list is walked from the nearer end. `isCounted`: each row has the total, for which all are read. */
    async list(filters: UserFilters, order: UserOrder, now: Date, limit: number, from: PageStart, { isCounted = false } = {}) {
      const { rows } = await userPage({ filters, order, now, limit, from, isCounted }).execute(db)
      return rows
    },
    async listIds(filters: UserFilters, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select users.id from ${searchedUsers(filters)} where ${matching(filters)} order by ${plain('users.name')}, users.id ${rowsAtMost(limit)}`.execute(
        db,
      )
      return rows.map(({ id }) => id)
    },
    /** Includes deleted users. */
    async findListed(id: string, now: Date): Promise<ListedRow | undefined> {
      const { rows } = await sql<ListedRow>`
        select id, name, email, role, is_active, email_verified_at, has_second_factor, last_login_at, created_at,
          users.deleted_at,
          case when users.deleted_at is null then users.keys_count else 0 end as keys,
          ${receivedBy(now)} as received
        from people users where id = ${id}`.execute(db)
      return rows[0]
    },
    async impactOf(ids: string[], now: Date) {
      const { rows } = await sql<{ keys: number; shared_keys: number; people: number; sessions: number; mails: number }>`
        select
          (select count(*) from counted_keys where owner_id = any(${ids})) as keys,
          (select count(distinct key_id) from grants_at(${now}) where owner_id = any(${ids})) as shared_keys,
          (select count(distinct recipient_id) from grants_at(${now})
            where owner_id = any(${ids}) and recipient_id <> all(${ids})) as people,
          (select count(*) from open_sessions_at(${now}) where user_id = any(${ids})) as sessions,
          (select count(*) from logged_mails where user_id = any(${ids}) and queue in ('due', 'claimed')) as mails`.execute(db)
      return rows[0] ?? { keys: 0, shared_keys: 0, people: 0, sessions: 0, mails: 0 }
    },
  }
}

export type UsersRepository = ReturnType<typeof createUsersRepository>
