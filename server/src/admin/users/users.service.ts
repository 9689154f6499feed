import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import type { exportUser, listUserShares, UserDetail } from '@twofold/contract/admin/user-detail'
import type { ListedUser, listUsers } from '@twofold/contract/admin/users'
import { bulkMost } from '@twofold/contract/admin/users'
import { restorableDays } from '@twofold/contract/admin/restored-users'
import { defaultPageSize } from '@twofold/contract/paging'
import type { ActivityService } from '../../accounts/activity.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { paged } from '../../platform/paging.ts'
import type { Transaction } from '../../platform/transaction.ts'
import type { ActsService } from '../../trust/acts.service.ts'
import { nameDevice } from '../../sessions/device-name.ts'
import { devicesKnownFor } from '../../sessions/session-rules.ts'
import { presentTimeline } from './present-timeline.ts'
import { lastDays } from '../../platform/days.ts'
import type { Counted } from '../analytics/kept-figures.service.ts'
import type { PeopleCounts } from '../analytics/counted.ts'
import type { ListedRow, UserFilters, UserOrder, UsersRepository } from './users.repository.ts'

const day = 24 * 60 * 60 * 1000
const recentDays = 30

export interface UsersServiceDeps {
  db: Db
  transaction: Transaction
  users: (db: Db) => UsersRepository
  people: () => Promise<Counted<PeopleCounts>>
  /** So many users that what a search finds is not counted to its end. */
  isLarge: () => Promise<boolean>
  activity: Pick<ActivityService, 'list' | 'record'>
  acts: Pick<ActsService, 'noteLook'>
  clock: Clock
}

/** What administrators see of others: names, dates and figures, never a secret and never a code. */
export function createUsersService(deps: UsersServiceDeps) {
  const users = deps.users(deps.db)
  const now = () => new Date(deps.clock.now())

  async function requireListed(id: string, { orDeleted = false } = {}): Promise<ListedRow> {
    const row = await users.findListed(id, now())
    if (row === undefined || (row.deleted_at !== null && !orDeleted)) throw fail('users.not_found')
    return row
  }

  async function detail(id: string): Promise<UserDetail> {
    const [row, details, { data: activity }] = await Promise.all([
      requireListed(id, { orDeleted: true }),
      users.detailsOf(id, now(), lastDays(deps.clock.now(), recentDays).since),
      deps.activity.list({ id }, 1),
    ])
    if (details === undefined) throw fail('users.not_found')
    return {
      ...presentUser(row),
      must_change_password: details.must_change_password,
      has_pin: details.has_pin,
      deletion: row.deleted_at && {
        by: details.deleted_by,
        is_by_administrator: details.is_deleted_by_administrator,
        restorable_until: new Date(row.deleted_at.getTime() + restorableDays * day).toISOString(),
      },
      codes_closed_until: details.codes_closed_until?.toISOString() ?? null,
      is_stopped: details.is_stopped,
      is_locked: details.is_locked,
      statistics: {
        total_keys: row.keys,
        keys_shared_by_user: details.shared,
        shares_given: details.given,
        keys_received: row.received,
        account_age_days: Math.max(0, Math.floor((deps.clock.now() - row.created_at.getTime()) / day)),
        last_activity: details.last_activity?.toISOString() ?? null,
        recovery_codes_available: details.codes_available,
        recovery_codes_total: details.codes_total,
        recent_keys: details.recent_keys,
        recent_shares: details.recent_shares,
      },
      activity_timeline: presentTimeline(activity),
    }
  }

  async function keys(id: string) {
    await requireListed(id)
    return (await users.listKeys(id)).map((key) => ({ ...key, created_at: key.created_at.toISOString() }))
  }

  async function shares(id: string): Promise<CallAnswer<typeof listUserShares>> {
    await requireListed(id)
    const [shared, received] = await Promise.all([users.listShares(id, 'owner', now()), users.listShares(id, 'recipient', now())])
    return { shared: shared.map(presentShare), received: received.map(presentShare) }
  }

  async function sessions(id: string, viewer: Pick<Identity, 'sessionId'>) {
    await requireListed(id)
    return (await users.listSessions(id, now())).map((row) => ({
      id: row.id,
      device: nameDevice(row.user_agent),
      address: row.ip,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.seen_at.toISOString(),
      is_current: row.id === viewer.sessionId,
      remember: row.remember,
    }))
  }

  async function devices(id: string) {
    await requireListed(id)
    const since = new Date(deps.clock.now() - devicesKnownFor)
    return (await users.listDevices(id, since)).map((row) => ({
      device: nameDevice(row.user_agent),
      address: row.ip,
      first_seen_at: row.first_seen_at?.toISOString() ?? null,
      last_seen_at: row.last_seen_at.toISOString(),
    }))
  }

  /** Of an installation where counting is a matter of milliseconds: the page says how many there are. */
  async function listAll(filters: UserFilters, order: UserOrder, page: number) {
    const from = { offset: (page - 1) * defaultPageSize, fromEnd: false, isCommon: false }
    const rows = await users.list(filters, order, now(), defaultPageSize, from, { isCounted: true })
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
    /** Writes down what an administrator saw of somebody else. */
    noteLook: deps.acts.noteLook,
    detail,
    keys,
    shares,
    sessions,
    devices,

    async list({ sort, direction, page, ...filters }: CallParts<typeof listUsers>['query']) {
      if (!(await deps.isLarge())) return listAll(filters, { sort, direction }, page)
      const { total, isMore } = await count(filters)
      const offset = (page - 1) * defaultPageSize
      const behind = total - offset - defaultPageSize
      const fromEnd = !isMore && offset > total / 2 && behind > -defaultPageSize
      const limit = fromEnd ? Math.min(defaultPageSize, total - offset) : defaultPageSize
      const from = { offset: fromEnd ? Math.max(0, behind) : offset, fromEnd, isCommon: isMore }
      const rows = await users.list(filters, { sort, direction }, now(), limit, from)
      return { ...paged(rows.map(presentUser), { page, perPage: defaultPageSize, total }), has_more: isMore }
    },

    /** Everything about a person but secrets. Written down, and told to the person. */
    async export(administrator: Identity, id: string): Promise<CallAnswer<typeof exportUser>> {
      await requireListed(id)
      const [user, ownKeys, ownShares, ownSessions, ownDevices] = await Promise.all([
        detail(id),
        keys(id),
        shares(id),
        sessions(id, administrator),
        devices(id),
      ])
      await deps.transaction(async (tx) => {
        await tx.audit({ action: 'user.exported', target: { kind: 'user', id, name: user.name } })
        await deps.activity.record(tx, {
          userId: id,
          kind: 'exported_by_admin',
          actor: { id: administrator.id, name: administrator.name },
        })
      })
      return { exported_at: now().toISOString(), user, keys: ownKeys, shares: ownShares, sessions: ownSessions, devices: ownDevices }
    },
  }
}

export type UsersService = ReturnType<typeof createUsersService>

export function presentUser(row: ListedRow): ListedUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    is_active: row.is_active,
    email_verified: row.email_verified_at !== null,
    has_second_factor: row.has_second_factor,
    last_login_at: row.last_login_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    two_fa_keys_count: row.keys,
    received_shares_count: row.received,
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

function presentShare(row: Awaited<ReturnType<UsersRepository['listShares']>>[number]) {
  return {
    id: row.id,
    key_name: row.key_name,
    person: { id: row.person_id, name: row.person_name },
    permission: row.permission === 'admin' ? ('admin' as const) : ('view-only' as const),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}
