import type { UserSort } from '@twofold/contract/admin/users'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { containsPattern } from '../../platform/like-pattern.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { lasts } from '../../platform/lasts.ts'

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

/** `isCommon`: so many are found that walking along the list's order finds a page sooner than looking them all up does. */
function matching({ search, role, status, second_factor: factor }: UserFilters, { isCommon } = { isCommon: false }) {
  const found = sql`lower(users.name || E'\n' || users.email) like ${containsPattern(search ?? '')}`
  const conditions = [
    status === 'deleted' ? sql`users.deleted_at is not null` : sql`users.deleted_at is null`,
    ...(search ? [isCommon ? sql`coalesce(${found}, false)` : found] : []),
    ...(role === undefined ? [] : [sql`users.role = ${role}`]),
    ...(factor === undefined ? [] : [sql`users.has_second_factor = ${factor === 'on'}`]),
    ...(status === undefined || status === 'deleted' ? [] : [sql`users.is_active = ${status === 'active'}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The grants of `grants_at` that `users` has, which are as many as its keys. Counted without putting each grant together, for every row of a page. */
const receivedBy = (now: Date) => sql`(
  select count(distinct live.key_id) from live_shares live
  where live.recipient_id = users.id and users.deleted_at is null and ${lasts(now, 'live')})`

export function createUsersRepository(db: Db) {
  return {
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
          select users.id, ${orders[order.sort]} as position, ${isCounted ? sql`count(*) over ()` : sql`null::int8`} as total from users where ${matching(filters, from)}
          order by position ${walked.first}, users.id ${walked.second} ${rowsAtMost(limit, from.offset)}
        ) page
        join users on users.id = page.id
        order by page.position ${wanted.first}, page.id ${wanted.second}`.execute(db)
      return rows
    },
    async count(filters: UserFilters): Promise<number> {
      const { rows } = await sql<{ total: number }>`select count(*) as total from users where ${matching(filters)}`.execute(db)
      return rows[0]?.total ?? 0
    },
    /** Counts no further than `most`. An index finds what is rare; what is common is found at once among any few users. */
    async countUpTo(most: number, filters: UserFilters): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        with sample as (
          select count(*) as found from (
            select from (select * from users ${rowsAtMost(most * 3)}) users where ${matching(filters, { isCommon: true })} ${rowsAtMost(most)}
          ) found
        )
        select case when found = ${most} then found
          else (select count(*) from (select from users where ${matching(filters)} ${rowsAtMost(most)}) found) end as total from sample`.execute(
        db,
      )
      return rows[0]?.total ?? 0
    },
    /** All of them, by what the list can be narrowed to. */
    async countByKind() {
      const { rows } = await sql<{
        role: 'admin' | 'user'
        is_active: boolean
        is_deleted: boolean
        has_second_factor: boolean
        count: number
      }>`
        select role, is_active, deleted_at is not null as is_deleted, has_second_factor, count(*) as count from users group by 1, 2, 3, 4`.execute(
        db,
      )
      return { kinds: rows }
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
    async detailsOf(id: string, now: Date, since: Date) {
      const { rows } = await sql<{
        must_change_password: boolean
        codes_closed_until: Date | null
        is_stopped: boolean
        has_pin: boolean
        is_locked: boolean
        shared: number
        given: number
        last_activity: Date | null
        codes_available: number
        codes_total: number
        recent_keys: number
        recent_shares: number
        deleted_by: string | null
        is_deleted_by_administrator: boolean
      }>`
        select must_change_password, pin_hash is not null as has_pin, stopped_at is not null as is_stopped,
          case when codes_closed_until > ${now} then codes_closed_until end as codes_closed_until,
          exists (select from guess_counters where user_id = users.id and (is_void or locked_until > ${now}))
            or exists (select from sign_in_locks where email_hash = sha256(convert_to(users.email_normalized, 'UTF8')) and locked_until > ${now})
            as is_locked,
          (select name from users actors join account_deletions deletions on deletions.deleted_by = actors.id where deletions.user_id = users.id)
            as deleted_by,
          exists (select from account_deletions deletions where deletions.user_id = users.id and deletions.deleted_by is not null)
            as is_deleted_by_administrator,
          given.keys as shared, given.grants as given, given.recent as recent_shares,
          greatest(last_login_at, (select max(seen_at) from sessions where user_id = users.id),
            (select max(happened_at) from activity where user_id = users.id)) as last_activity,
          (select count(*) from counted_recovery_codes where user_id = users.id and used_at is null) as codes_available,
          (select count(*) from counted_recovery_codes where user_id = users.id) as codes_total,
          (select count(*) from counted_keys where owner_id = users.id and created_at >= ${since}) as recent_keys
        from users cross join lateral (
          select count(*) as grants, count(distinct key_id) as keys, count(*) filter (where created_at >= ${since}) as recent
          from grants_at(${now}) where owner_id = users.id
        ) given
        where id = ${id}`.execute(db)
      return rows[0]
    },
    listKeys: (ownerId: string) =>
      db
        .selectFrom('counted_keys')
        .where('owner_id', '=', ownerId)
        .select(['id', 'name', 'created_at'])
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    /** `side`: whose side of the share the user is on. */
    async listShares(userId: string, side: 'owner' | 'recipient', now: Date) {
      const [own, other] =
        side === 'owner' ? [sql`grants.owner_id`, sql`grants.recipient_id`] : [sql`grants.recipient_id`, sql`grants.owner_id`]
      const { rows } = await sql<{
        id: string
        key_name: string
        person_id: string
        person_name: string
        permission: 'admin' | 'view'
        created_at: Date
        expires_at: Date | null
      }>`
        select grants.share_id as id, keys.name as key_name, people.id as person_id, people.name as person_name, grants.permission,
          grants.created_at, grants.expires_at
        from grants_at(${now}) grants
        join keys on keys.id = grants.key_id
        join users people on people.id = ${other}
        where ${own} = ${userId}
        order by keys.name, people.name, grants.key_id, people.id`.execute(db)
      return rows
    },
    listSessions: (userId: string, now: Date) =>
      db
        .selectFrom('sessions')
        .where('user_id', '=', userId)
        .where('is_pending', '=', false)
        .where('expires_at', '>', now)
        .where('idle_expires_at', '>', now)
        .select(['id', 'ip', 'user_agent', 'remember', 'created_at', 'seen_at'])
        .orderBy('seen_at', 'desc')
        .orderBy('id')
        .execute(),
    listDevices: (userId: string, since: Date) =>
      db
        .selectFrom('known_devices')
        .where('user_id', '=', userId)
        .where('last_seen_at', '>', since)
        .select(['user_agent', 'ip', 'first_seen_at', 'last_seen_at'])
        .orderBy('last_seen_at', 'desc')
        .orderBy('device_hash')
        .execute(),
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
