import { defaultPageSize } from '@twofold/contract/paging'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Opened, SessionRow } from '../../platform/identity.ts'
import { containsPatterns } from '../../platform/like-pattern.ts'
import type { MakeSessionFinder } from '../../platform/session-finder.ts'
import { userPage } from './user-page.repository.ts'
import type { ListedRow, UserFilters, UserOrder } from './users.repository.ts'

/** In the form of JSON. */
export type FoundUser = {
  [Column in keyof ListedRow]: Date extends ListedRow[Column] ? string | Exclude<ListedRow[Column], Date> : ListedRow[Column]
}

/** By columns, which take half the time of rows to write and read; null: the page is empty. */
export type FoundUsers = { [Column in keyof FoundUser]: FoundUser[Column][] | null } & { total: number | null }

export interface SessionWithUsers extends SessionRow {
  /** Null: the person is no administrator, who is refused. */
  users?: FoundUsers | null
}

const columns: Record<keyof FoundUser, true> = {
  id: true,
  name: true,
  email: true,
  role: true,
  is_active: true,
  email_verified_at: true,
  has_second_factor: true,
  last_login_at: true,
  created_at: true,
  keys: true,
  received: true,
  deleted_at: true,
}
const listed = sql.join(Object.keys(columns).map((name) => sql`${sql.lit(name)}, json_agg(${sql.ref(`listed.${name}`)})`))

/** The opening page and the results of a search: a first page that depends on these alone, in any order. */
type FirstPage = UserOrder & Pick<UserFilters, 'search'>
type FinderOfPage = (
  db: Db,
  asked: { tokenHash: Buffer; now: Date; patterns: string[] },
  by?: Opened,
) => Promise<SessionWithUsers | undefined>

const atStart = { offset: 0, fromEnd: false, isCommon: false }

/** Sessions with the first page of users, which the session's person must be an administrator for. `makeSessionFinder` of sessions. */
export function createUserPages(makeSessionFinder: MakeSessionFinder) {
  /** One statement per order, with and without a search: 28. */
  const finders = new Map<string, FinderOfPage>()
  const findAlone = makeSessionFinder<SessionWithUsers>()

  function finderOf({ search, sort, direction }: FirstPage): FinderOfPage {
    const filters = search ? { search } : {}
    const name = `${sort} ${direction} ${Object.keys(filters).join('')}`
    const known = finders.get(name)
    if (known !== undefined) return known
    const page = { filters, order: { sort, direction }, from: atStart, limit: defaultPageSize, isCounted: true }
    const finder = makeSessionFinder<SessionWithUsers, { patterns: string[] }>(({ now, patterns }) => ({
      columns: sql`case when users.role = 'admin' then (
        select json_build_object('total', max(listed.total), ${listed}) from (${userPage({ ...page, now, patterns })}) listed
      ) end as users`,
    }))
    finders.set(name, finder)
    return finder
  }

  return (db: Db) => ({
    findSessionWithUsers: (tokenHash: Buffer, now: Date, { search, ...order }: FirstPage): Promise<SessionWithUsers | undefined> =>
      finderOf({ search, ...order })(db, { tokenHash, now, patterns: containsPatterns(search ?? '') }),
    findSessionAlone: (tokenHash: Buffer, now: Date): Promise<SessionWithUsers | undefined> => findAlone(db, { tokenHash, now }),
  })
}

export type UserPages = ReturnType<ReturnType<typeof createUserPages>>
