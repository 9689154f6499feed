import type { UserSort } from '@twofold/contract/admin/users'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { lasts } from '../../platform/lasts.ts'
import { containsPattern } from '../../platform/like-pattern.ts'
import { createUserDetailsRepository } from './user-details.repository.ts'
import { createUserDevices } from './user-devices.repository.ts'
import { createUserCounts } from './user-counts.repository.ts'
import { matching } from './user-filters.repository.ts'

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

const orders: Record<UserSort, ReturnType<typeof sql>> = {
  name: sql`lower(users.name)`,
  email: sql`users.email_normalized`,
  role: sql`users.role`,
  status: sql`users.is_active`,
  two_fa_keys_count: sql`users.keys_count`,
  last_login_at: sql`users.last_login_at`,
  created_at: sql`users.created_at`,
}

/** Who never signed in stands last, whichever way the list is sorted. */
function directionsOf({ sort, direction }: UserOrder) {
  const up = { first: sql`asc`, second: sql`asc` }
  const down = { first: sql`desc`, second: sql`desc` }
  if (sort !== 'last_login_at') return direction === 'asc' ? { wanted: up, opposite: down } : { wanted: down, opposite: up }
  return direction === 'asc'
    ? { wanted: { ...up, first: sql`asc nulls last` }, opposite: { ...down, first: sql`desc nulls first` } }
    : { wanted: { ...down, first: sql`desc nulls last` }, opposite: { ...up, first: sql`asc nulls first` } }
}

/** The grants of `grants_at` that `users` has, which are as many as its keys. Counted without putting each grant together, for every row of a page. */
const receivedBy = (now: Date) => sql`(
  select count(distinct live.key_id) from live_shares live
  where live.recipient_id = users.id and users.deleted_at is null and ${lasts(now, 'live')})`

/** A search by name alone is answered from the small rows of `user_texts`, which say nothing of roles and states. */
const isByText = ({ search, ...others }: UserFilters, { sort }: UserOrder) =>
  Boolean(search) && sort === 'name' && Object.values(others).every((value) => value === undefined)

/** Ids with where they stand in their order. With `total`, each with how many there are in all. */
function foundBy(filters: UserFilters, order: UserOrder, from: PageStart, isCounted: boolean) {
  // Where nothing is searched, the page is the beginning of an index, and so is what is counted.
  const all = filters.search ? sql`count(*) over ()` : sql`(select count(*) from users where ${matching(filters)})`
  const total = isCounted ? sql`${all} as total` : sql`null::int8 as total`
  return isCounted && isByText(filters, order)
    ? sql`select texts.user_id as id, texts.name as position, ${total} from user_texts texts
        where not texts.is_deleted and texts.text like ${containsPattern(filters.search ?? '')}`
    : sql`select users.id, ${orders[order.sort]} as position, ${total} from users where ${matching(filters, from)}`
}

export function createUsersRepository(db: Db) {
  return {
    ...createUserCounts(db),
    ...createUserDetailsRepository(db),
    ...createUserDevices(db),
    /**
     * Chooses the page first and reads only its rows. `fromEnd`: the offset is counted from there, and the nearer end is what is walked to.
     * `isCounted`: each row says how many there are in all, for which all of them are read.
     */
    async list(filters: UserFilters, order: UserOrder, now: Date, limit: number, from: PageStart, { isCounted = false } = {}) {
      const { wanted, opposite } = directionsOf(order)
      const walked = from.fromEnd ? opposite : wanted
      const { rows } = await sql<ListedRow & { total: number | null }>`
        select page.total, users.id, users.name, users.email, users.role, users.is_active, users.email_verified_at, users.has_second_factor, users.last_login_at,
          users.created_at,
          users.deleted_at,
          case when users.deleted_at is null then users.keys_count else 0 end as keys, ${receivedBy(now)} as received
        from (
          ${foundBy(filters, order, from, isCounted)}
          order by position ${walked.first}, id ${walked.second} ${rowsAtMost(limit, from.offset)}
        ) page
        join users on users.id = page.id
        order by page.position ${wanted.first}, page.id ${wanted.second}`.execute(db)
      return rows
    },
    async listIds(filters: UserFilters, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from users where ${matching(filters)} order by lower(name), id ${rowsAtMost(limit)}`.execute(db)
      return rows.map(({ id }) => id)
    },
    /** Also one that is deleted. */
    async findListed(id: string, now: Date): Promise<ListedRow | undefined> {
      const { rows } = await sql<ListedRow>`
        select id, name, email, role, is_active, email_verified_at, has_second_factor, last_login_at, created_at,
          users.deleted_at,
          case when users.deleted_at is null then users.keys_count else 0 end as keys,
          ${receivedBy(now)} as received
        from users where id = ${id}`.execute(db)
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
          (select count(*) from email_logs where user_id = any(${ids}) and queue in ('due', 'claimed')) as mails`.execute(db)
      return rows[0] ?? { keys: 0, shared_keys: 0, people: 0, sessions: 0, mails: 0 }
    },
  }
}

export type UsersRepository = ReturnType<typeof createUsersRepository>
