import type { UserSort } from '@twofold/contract/admin/users'
import { type RawBuilder, sql } from 'kysely'
import { lasts } from '../../platform/lasts.ts'
import { contains, plain } from '../../platform/like-pattern.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { matching, searchedUsers } from './user-filters.repository.ts'
import type { ListedRow, PageStart, UserFilters, UserOrder } from './users.repository.ts'

const orders: Record<UserSort, RawBuilder<unknown>> = {
  name: plain('users.name'),
  email: sql`users.email_normalized`,
  role: sql`users.role`,
  status: sql`users.is_active`,
  two_fa_keys_count: sql`users.keys_count`,
  last_login_at: sql`users.last_login_at`,
  created_at: sql`users.created_at`,
}

/** People who never signed in come last in either direction. */
function directionsOf({ sort, direction }: UserOrder) {
  const up = { first: sql`asc`, second: sql`asc` }
  const down = { first: sql`desc`, second: sql`desc` }
  if (sort !== 'last_login_at') return direction === 'asc' ? { wanted: up, opposite: down } : { wanted: down, opposite: up }
  return direction === 'asc'
    ? { wanted: { ...up, first: sql`asc nulls last` }, opposite: { ...down, first: sql`desc nulls first` } }
    : { wanted: { ...down, first: sql`desc nulls last` }, opposite: { ...up, first: sql`asc nulls first` } }
}

/** The grants of `grants_at` that `users` has, which are as many as its keys. Counted without putting each grant together, for every row of a page. */
export const receivedBy = (now: Date | RawBuilder<Date>) => sql`(
  select count(distinct live.key_id) from live_shares live
  where live.recipient_id = users.id and users.deleted_at is null and ${lasts(now, 'live')})`

/** A search by name alone is answered from the small rows of `user_texts`, which say nothing of roles and states. */
const isByText = ({ search, ...others }: UserFilters, { sort }: UserOrder) =>
  Boolean(search) && sort === 'name' && Object.values(others).every((value) => value === undefined)

interface Page {
  filters: UserFilters
  order: UserOrder
  from: PageStart
  limit: number
  /** Each row says how many there are in all, for which all of them are read. */
  isCounted: boolean
  now: Date | RawBuilder<Date>
  /** The search patterns, if they are not known yet. */
  patterns?: RawBuilder<string[]>
}

/** Ids with their position in the order. */
function foundBy({ filters, order, from, isCounted, patterns }: Page) {
  // Without a search, the page is the beginning of an index, and so is the count.
  const all = filters.search ? sql`count(*) over ()` : sql`(select count(*) from people users where ${matching(filters)})`
  // Made plain already; without a search, an index has it.
  const position = filters.search && order.sort === 'name' && !from.isCommon ? sql`texts.name` : orders[order.sort]
  const total = isCounted ? sql`${all} as total` : sql`null::int8 as total`
  return isCounted && isByText(filters, order)
    ? sql`select texts.user_id as id, texts.name as position, ${total} from searched_people texts
        where not texts.is_deleted and ${contains(sql`texts.text`, patterns ?? filters.search ?? '')}`
    : sql`select users.id, ${position} as position, ${total} from ${searchedUsers(filters, from)} where ${matching(filters, patterns)}`
}

/** Chooses the page first and reads only its rows. */
export function userPage(page: Page): RawBuilder<ListedRow & { total: number | null }> {
  const { wanted, opposite } = directionsOf(page.order)
  const walked = page.from.fromEnd ? opposite : wanted
  return sql`
    select page.total, users.id, users.name, users.email, users.role, users.is_active, users.email_verified_at, users.has_second_factor, users.last_login_at,
      users.created_at,
      users.deleted_at,
      case when users.deleted_at is null then users.keys_count else 0 end as keys, ${receivedBy(page.now)} as received
    from (
      ${foundBy(page)}
      order by position ${walked.first}, id ${walked.second} ${rowsAtMost(page.limit, page.from.offset)}
    ) page
    join people users on users.id = page.id
    order by page.position ${wanted.first}, page.id ${wanted.second}`
}
