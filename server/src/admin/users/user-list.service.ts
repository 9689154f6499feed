import type { CallParts } from '@twofold/contract/endpoint'
import { bulkMost, type listUsers } from '@twofold/contract/admin/users'
import { defaultPageSize } from '@twofold/contract/paging'
import { paged } from '../../platform/paging.ts'
import type { PeopleCounts } from '../analytics/dashboard-counts.ts'
import type { UserFilters, UserOrder } from './users.repository.ts'
import type { UsersServiceDeps } from './users.service.ts'
import { presentFound, presentUser } from './present-user.ts'
import type { FoundUsers, SessionWithUsers } from './found-users.repository.ts'

type Query = CallParts<typeof listUsers>['query']

export function createUserList(deps: UsersServiceDeps) {
  const [users, pages] = [deps.users(deps.db), deps.pages(deps.db)]

  /** Lists with a total, for installations in which counting takes milliseconds. */
  async function listAll(filters: UserFilters, order: UserOrder, page: number) {
    const from = { offset: (page - 1) * defaultPageSize, fromEnd: false, isCommon: false }
    const rows = await users.list(filters, order, deps.clock.date(), defaultPageSize, from, { isCounted: true })
    const total = rows[0]?.total ?? (page === 1 ? 0 : await users.count(filters))
    return { ...paged(rows.map(presentUser), { page, perPage: defaultPageSize, total }), has_more: false }
  }

  /** Among very many, what a search finds is not counted to its end. */
  async function count(filters: UserFilters): Promise<{ total: number; isMore: boolean }> {
    if (!filters.search) {
      const { figures } = await deps.people()
      const isMeant = ({ role, is_active: isActive, is_deleted: isDeleted, has_second_factor: hasFactor }: PeopleCounts['kinds'][number]) =>
        (filters.role ?? role) === role &&
        (filters.second_factor === undefined || (filters.second_factor === 'on') === hasFactor) &&
        (filters.status === 'deleted') === isDeleted &&
        (filters.status === undefined || isDeleted || (filters.status === 'active') === isActive)
      return { total: figures.kinds.filter(isMeant).reduce((sum, kind) => sum + kind.count, 0), isMore: false }
    }
    const found = await users.countUpTo(bulkMost + 1, filters)
    return { total: Math.min(found, bulkMost), isMore: found > bulkMost }
  }

  return {
    /** For the route, which checks the session: finds session and page in one statement. */
    async findSession(tokenHash: Buffer, now: Date, _by: unknown, query: Query | undefined): Promise<SessionWithUsers | undefined> {
      if (query === undefined || !isFirst(query) || (await deps.isLarge())) return pages.findSessionAlone(tokenHash, now)
      return pages.findSessionWithUsers(tokenHash, now, query)
    },
    /** `found`: the page that came with the session. */
    async list({ sort, direction, page, ...filters }: Query, found?: FoundUsers | null) {
      if (found) return { ...paged(presentFound(found), { page, perPage: defaultPageSize, total: found.total ?? 0 }), has_more: false }
      if (!(await deps.isLarge())) return listAll(filters, { sort, direction }, page)
      const { total, isMore } = await count(filters)
      const offset = (page - 1) * defaultPageSize
      const behind = total - offset - defaultPageSize
      const fromEnd = !isMore && offset > total / 2 && behind > -defaultPageSize
      const limit = fromEnd ? Math.min(defaultPageSize, total - offset) : defaultPageSize
      const from = { offset: fromEnd ? Math.max(0, behind) : offset, fromEnd, isCommon: isMore }
      const rows = await users.list(filters, { sort, direction }, deps.clock.date(), limit, from)
      return { ...paged(rows.map(presentUser), { page, perPage: defaultPageSize, total }), has_more: isMore }
    },
  }
}

/** Whether the page depends on its order and a search alone. */
const isFirst = ({ page, role, status, second_factor: factor }: Query): boolean =>
  page === 1 && role === undefined && status === undefined && factor === undefined
