import type { CallAnswer } from '@twofold/contract/endpoint'
import type { listUserShares, UserDetail } from '@twofold/contract/admin/user-detail'
import { restorableDays } from '@twofold/contract/admin/restored-users'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import { nameDevice } from '../../sessions/device-name.ts'
import { presentSession } from '../../sessions/present-session.ts'
import { devicesKnownFor } from '../../sessions/session-rules.ts'
import { presentTimeline } from './present-timeline.ts'
import { lastDays } from '../../platform/days.ts'
import type { UsersRepository, ListedRow } from './users.repository.ts'
import type { UsersServiceDeps } from './users.service.ts'
import { presentUser } from './present-user.ts'

const day = 24 * 60 * 60 * 1000

const recentDays = 30

/** Details of one user: profile, keys, shares, sessions and devices. */
export function createUserDetails(deps: UsersServiceDeps) {
  async function requireListed(id: string, { orDeleted = false } = {}): Promise<ListedRow> {
    const row = await users.findListed(id, deps.clock.date())
    if (row === undefined || (row.deleted_at !== null && !orDeleted)) throw fail('users.not_found')
    return row
  }
  const users = deps.users(deps.db)

  async function detail(id: string): Promise<UserDetail> {
    const [row, details, { data: activity }] = await Promise.all([
      requireListed(id, { orDeleted: true }),
      users.detailsOf(id, deps.clock.date(), lastDays(deps.clock.now(), recentDays).since),
      deps.activity.list({ id }, 1),
    ])
    if (details === undefined) throw fail('users.not_found')
    return presentDetail(row, details, activity, deps.clock.now())
  }

  async function keys(id: string) {
    await requireListed(id)
    return (await users.listKeys(id)).map((key) => ({ ...key, created_at: key.created_at.toISOString() }))
  }

  async function shares(id: string): Promise<CallAnswer<typeof listUserShares>> {
    await requireListed(id)
    const [shared, received] = await Promise.all([
      users.listShares(id, 'owner', deps.clock.date()),
      users.listShares(id, 'recipient', deps.clock.date()),
    ])
    return { shared: shared.map(presentShare), received: received.map(presentShare) }
  }

  async function sessions(id: string, viewer: Pick<Identity, 'sessionId'>) {
    await requireListed(id)
    return (await deps.sessionRows.listOf(deps.db, id, deps.clock.date())).map((row) => presentSession(row, viewer.sessionId))
  }

  async function devices(id: string) {
    await requireListed(id)
    const since = new Date(deps.clock.now() - devicesKnownFor)
    return (await deps.sessionRows.listDevices(deps.db, id, since)).map((row) => ({
      device: nameDevice(row.user_agent),
      address: row.ip,
      first_seen_at: row.first_seen_at?.toISOString() ?? null,
      last_seen_at: row.last_seen_at.toISOString(),
    }))
  }

  return {
    requireListed,
    detail,
    keys,
    shares,
    sessions,
    devices,
  }
}

function presentDetail(
  row: ListedRow,
  details: NonNullable<Awaited<ReturnType<UsersRepository['detailsOf']>>>,
  activity: Parameters<typeof presentTimeline>[0],
  now: number,
): UserDetail {
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
    is_suppressed: details.is_suppressed,
    is_locked: details.is_locked,
    statistics: {
      total_keys: row.keys,
      keys_shared_by_user: details.shared,
      shares_given: details.given,
      keys_received: row.received,
      account_age_days: Math.max(0, Math.floor((now - row.created_at.getTime()) / day)),
      last_activity: details.last_activity?.toISOString() ?? null,
      recovery_codes_available: details.codes_available,
      recovery_codes_total: details.codes_total,
      recent_keys: details.recent_keys,
      recent_shares: details.recent_shares,
    },
    activity_timeline: presentTimeline(activity),
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
