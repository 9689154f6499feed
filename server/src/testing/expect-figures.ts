import { type DayFigure, getAnalytics } from '@twofold/contract/admin/analytics'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getUser, listUserKeys, listUserSessions, listUserShares } from '@twofold/contract/admin/user-detail'
import { listUsers } from '@twofold/contract/admin/users'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { day, type WithFigures } from './start-with-figures.ts'

/** The same figures by other means: plain statements over the tables, one for each. */
function createCounter(app: WithFigures) {
  const now = app.clock.date()
  const one = async (statement: ReturnType<typeof sql>) =>
    Number((await sql<{ n: number }>`select (${statement})::float8 as n`.execute(app.db)).rows[0]?.n)
  /** Key and recipient, each pair once. */
  const grants = sql`(
    select distinct k.owner_id, k.id as key_id, r.id as recipient_id, min(s.since) over (partition by k.id, r.id) as since from (
      select key_id, recipient_id as person, created_at as since, expires_at from shares where revoked_at is null and group_id is null
      union all
      select s.key_id, m.user_id, greatest(s.created_at, m.added_at), s.expires_at
      from shares s, group_members m where m.group_id = s.group_id and s.revoked_at is null
    ) s, keys k, users o, users r
    where k.id = s.key_id and o.id = k.owner_id and r.id = s.person and r.id <> o.id and k.deleted_at is null
      and o.deleted_at is null and r.deleted_at is null and coalesce(s.expires_at > ${now}, true)
  )`
  const people = sql`(select * from users where deleted_at is null)`
  const keys = sql`(select k.* from keys k where k.deleted_at is null and k.owner_id in (select id from users where deleted_at is null))`
  const codes = sql`(select c.* from recovery_codes c, users u where u.id = c.user_id and u.deleted_at is null and c.replaced_at is null)`
  const sessions = sql`(select s.* from sessions s, users u where u.id = s.user_id and u.deleted_at is null and not s.is_pending
    and least(s.expires_at, s.idle_expires_at) > ${now})`
  const signIns = sql`(select * from activity where kind like 'signed\_in%')`
  /** From the beginning of one day to the end of another. */
  const within = (column: string, from: string, to: string) =>
    sql`${sql.ref(column)} >= ${`${from}T00:00:00Z`}::timestamptz and ${sql.ref(column)} < ${`${to}T00:00:00Z`}::timestamptz + interval '24 hours'`
  const daily: Record<DayFigure, (from: string, to: string) => Promise<number>> = {
    sign_ups: (from, to) => one(sql`select count(*) from ${people} p where ${within('created_at', from, to)}`),
    sign_ins: (from, to) => one(sql`select count(*) from ${signIns} s where ${within('happened_at', from, to)}`),
    failed_sign_ins: (from, to) => one(sql`select count(*) from sign_in_failures where ${within('happened_at', from, to)}`),
    keys_made: (from, to) => one(sql`select count(*) from ${keys} k where ${within('created_at', from, to)}`),
    shares_made: (from, to) => one(sql`select count(*) from ${grants} g where ${within('since', from, to)}`),
    codes_shown: (from, to) => one(sql`select count(*) from key_usage where ${within('hour', from, to)}`),
    copies: (from, to) => one(sql`select count(*) from key_copies where ${within('copied_at', from, to)}`),
    mails_sent: (from, to) => one(sql`select count(*) from email_logs where ${within('sent_at', from, to)}`),
    mails_delivered: (from, to) => one(sql`select count(*) from email_logs where ${within('delivered_at', from, to)}`),
    mails_failed: (from, to) => one(sql`select count(*) from email_logs where status = 'failed' and ${within('failed_at', from, to)}`),
    mails_bounced: (from, to) => one(sql`select count(*) from email_logs where ${within('bounced_at', from, to)}`),
    mails_opened: (from, to) => one(sql`select count(*) from email_logs where ${within('opened_at', from, to)}`),
  }
  return { one, grants, people, keys, codes, sessions, daily, within, signIns, now }
}

const datesOf = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) => new Date(Date.parse(`${from}T00:00:00Z`) + at * day).toISOString().slice(0, 10))

export async function expectDashboard(app: WithFigures) {
  const { one, grants, people, keys, codes, sessions, daily } = createCounter(app)
  const figures = (await app.admin.call(getAdminDashboard, {})).body
  const week = ['2026-11-14', '2026-11-20'] as const
  expect(figures.users).toEqual({
    total: await one(sql`select count(*) from ${people} p`),
    active: await one(sql`select count(*) from ${people} p where is_active`),
    admins: await one(sql`select count(*) from ${people} p where role = 'admin'`),
    deactivated: await one(sql`select count(*) from ${people} p where not is_active`),
    inactive: await one(sql`select count(*) from ${people} p where not is_active`),
    recent_signups: await daily.sign_ups(...week),
    recent_logins: await daily.sign_ins(...week),
  })
  expect(figures.keys).toEqual({ total: await one(sql`select count(*) from ${keys} k`), recent: await daily.keys_made(...week) })
  expect(figures.shares).toEqual({ total: await one(sql`select count(*) from ${grants} g`), recent: await daily.shares_made(...week) })
  expect(figures.sessions).toEqual({ active: await one(sql`select count(*) from ${sessions} s where seen_at >= '2026-11-14T00:00:00Z'`) })
  expect(figures.system).toMatchObject({
    recovery_codes: await one(sql`select count(*) from ${codes} c`),
    unused_recovery_codes: await one(sql`select count(*) from ${codes} c where used_at is null`),
  })
  expect(figures.email).toEqual({ failed_emails_24h: await one(sql`select count(*) from email_logs where status = 'failed'`) })
  return figures
}

export async function expectAnalytics(app: WithFigures, range: { from: string; to: string }, count: number) {
  const { one, grants, people, keys, daily, now } = createCounter(app)
  const found = (await app.admin.call(getAnalytics, { query: range })).body
  const dates = datesOf(range.from, count)
  const [before = ''] = datesOf(new Date(Date.parse(range.from) - count * day).toISOString().slice(0, 10), 1)
  for (const figure of Object.keys(daily) as DayFigure[]) {
    expect([figure, found.totals[figure]]).toEqual([figure, await daily[figure](range.from, range.to)])
    expect([figure, found.totals_before[figure]]).toEqual([figure, await daily[figure](before, datesOf(before, count).at(-1) ?? '')])
    const each = await Promise.all(dates.map((date) => daily[figure](date, date)))
    expect([figure, found.days.map(({ figures }) => figures[figure])]).toEqual([figure, each])
  }
  const users = await one(sql`select count(*) from ${people} p`)
  const withKeys = await one(sql`select count(distinct owner_id) from ${keys} k`)
  const totalKeys = await one(sql`select count(*) from ${keys} k`)
  const sharing = await one(sql`select count(distinct owner_id) from ${grants} g`)
  const never = await one(sql`select count(*) from ${people} p where last_login_at is null`)
  const inactive = await one(sql`select count(*) from ${people} p where last_login_at < ${now}::timestamptz - interval '30 days'`)
  const activeDays = await Promise.all(
    datesOf('2026-10-22', 30).map(async (date) => (await daily.sign_ups(date, date)) + (await daily.sign_ins(date, date)) > 0),
  )
  const perDay = await Promise.all(dates.map((date) => daily.sign_ins(date, date)))
  const tenth = (value: number) => Math.round(value * 10) / 10
  expect(found.user_growth).toEqual({
    daily: await Promise.all(dates.map(async (date) => ({ date, count: await daily.sign_ups(date, date) }))),
    total_new_users: await daily.sign_ups(range.from, range.to),
    new_users_this_month: await daily.sign_ups('2026-11-01', '2026-11-30'),
    new_users_last_month: await daily.sign_ups('2026-10-01', '2026-10-31'),
    active_days: activeDays.filter(Boolean).length,
  })
  expect(found.login_activity).toEqual({
    never_logged_in: never,
    inactive_users: inactive,
    total_logins: await daily.sign_ins(range.from, range.to),
    active_login_days: perDay.filter((logins) => logins > 0).length,
    average_logins_per_day: tenth((await daily.sign_ins(range.from, range.to)) / count),
    daily_logins: dates.map((date, at) => ({ date, count: perDay[at] })),
  })
  const topKeys = await sql<{ id: string; n: number }>`
    select owner_id as id, count(*)::int as n from ${keys} k group by 1 order by 2 desc, 1 desc limit 5`.execute(app.db)
  const topShares = await sql<{ id: string; n: number }>`
    select owner_id as id, count(*)::int as n from ${grants} g group by 1 order by 2 desc, 1 limit 5`.execute(app.db)
  expect(found.key_distribution).toMatchObject({
    total_users: users,
    users_with_keys: withKeys,
    users_without_keys: users - withKeys,
    total_keys: totalKeys,
    average_keys_per_user: tenth(totalKeys / users),
  })
  expect(found.key_distribution.top_key_users.map(({ id, two_fa_keys_count: n }) => ({ id, n }))).toEqual(topKeys.rows)
  expect(found.sharing_activity).toMatchObject({
    users_sharing_keys: sharing,
    users_receiving_shares: await one(sql`select count(distinct recipient_id) from ${grants} g`),
    users_only_receiving: await one(
      sql`select count(distinct recipient_id) from ${grants} g where recipient_id not in (select owner_id from ${grants} o)`,
    ),
    total_shares: await one(sql`select count(*) from ${grants} g`),
  })
  expect(found.sharing_activity.top_sharing_users.map(({ id, shares_count: n }) => ({ id, n }))).toEqual(topShares.rows)
  expect(found.health).toEqual({
    user_engagement: Math.round((withKeys / users) * 100),
    sharing_adoption: Math.round((sharing / users) * 100),
    user_retention: Math.round(((users - inactive - never) / users) * 100),
    keys_per_active_user: tenth(totalKeys / withKeys),
  })
  return found
}

export async function expectUsers(app: WithFigures) {
  const { one, grants, keys, codes, people, sessions } = createCounter(app)
  const { data, total } = (await app.admin.call(listUsers, { query: {} })).body
  expect(total).toBe(await one(sql`select count(*) from ${people} p`))
  expect(data).toHaveLength(total)
  for (const [query, condition] of [
    [{ status: 'active' }, sql`is_active`],
    [{ status: 'deactivated' }, sql`not is_active`],
    [{ status: 'inactive' }, sql`not is_active`],
    [{ role: 'admin' }, sql`role = 'admin'`],
  ] as const) {
    const found = (await app.admin.call(listUsers, { query })).body
    const counted = await one(sql`select count(*) from ${people} p where ${condition}`)
    expect([query, found.total, found.data.length]).toEqual([query, counted, counted])
  }
  for (const listed of data) {
    const params = { id: listed.id }
    const ofUser = async (statement: ReturnType<typeof sql>) => one(statement)
    const [ownKeys, received, given] = [
      await ofUser(sql`select count(*) from ${keys} k where owner_id = ${listed.id}`),
      await ofUser(sql`select count(*) from ${grants} g where recipient_id = ${listed.id}`),
      await ofUser(sql`select count(*) from ${grants} g where owner_id = ${listed.id}`),
    ]
    expect([listed.email, listed.two_fa_keys_count, listed.received_shares_count]).toEqual([listed.email, ownKeys, received])
    const { user } = (await app.admin.call(getUser, { params })).body
    expect([listed.email, user]).toMatchObject([
      listed.email,
      {
        two_fa_keys_count: ownKeys,
        received_shares_count: received,
        statistics: {
          total_keys: ownKeys,
          keys_received: received,
          shares_given: given,
          keys_shared_by_user: await ofUser(sql`select count(distinct key_id) from ${grants} g where owner_id = ${listed.id}`),
          recovery_codes_total: await ofUser(sql`select count(*) from ${codes} c where user_id = ${listed.id}`),
          recovery_codes_available: await ofUser(sql`select count(*) from ${codes} c where user_id = ${listed.id} and used_at is null`),
          recent_keys: await ofUser(
            sql`select count(*) from ${keys} k where owner_id = ${listed.id} and created_at >= '2026-10-22T00:00:00Z'`,
          ),
          recent_shares: await ofUser(
            sql`select count(*) from ${grants} g where owner_id = ${listed.id} and since >= '2026-10-22T00:00:00Z'`,
          ),
        },
      },
    ])
    expect((await app.admin.call(listUserKeys, { params })).body.data).toHaveLength(ownKeys)
    const shares = (await app.admin.call(listUserShares, { params })).body
    expect([listed.email, shares.shared.length, shares.received.length]).toEqual([listed.email, given, received])
    expect((await app.admin.call(listUserSessions, { params })).body.data).toHaveLength(
      await ofUser(sql`select count(*) from ${sessions} s where user_id = ${listed.id}`),
    )
  }
  return data
}
