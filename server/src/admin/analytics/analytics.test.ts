import { type Analytics, exportAnalytics, getAnalytics } from '@twofold/contract/admin/analytics'
import { listAudit } from '@twofold/contract/admin/audit'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'
import { setAccount } from '../../testing/account-row.ts'

const shared = shareApp(startEmailApp)

const noon = Date.parse('2026-11-20T12:30:00Z')
const day = 24 * 60 * 60 * 1000

/**
 * Four people and an administrator. Ann has three keys and shares two of them with Bo and one with Cy; Bo has one key and shares it with
 * Ann; Cy has none; Di has never signed in; Ed signed in 31 days ago.
 */
async function started(options: Parameters<typeof startEmailApp>[0] = {}) {
  const app = await startEmailApp({ now: noon, ...options })
  const [ann, bo, cy] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org'), await app.signUp('cy@example.org')]
  await app.signUp('di@example.org')
  await app.signUp('ed@example.org')
  const set = (email: string, values: Parameters<typeof setAccount>[2]) => setAccount(app, email, values)
  await set('di@example.org', { last_login_at: null })
  await set('ed@example.org', { last_login_at: new Date(noon - 31 * day), created_at: new Date(noon - 40 * day) })
  const keys = [await ann.addKey('One'), await ann.addKey('Two'), await ann.addKey('Three')]
  for (const { key } of keys.slice(0, 2)) await ann.share(key.id, bo.email)
  await ann.share(keys[0]?.key.id ?? '', cy.email)
  const { key } = await bo.addKey('Four')
  await bo.share(key.id, ann.email)
  const get = async (query: Record<string, string> = {}) => (await app.admin.call(getAnalytics, { query })).body
  const signedIn = async (at: string, times = 1) => {
    const { id } = await app.db.selectFrom('users').where('email', '=', cy.email).select('id').executeTakeFirstOrThrow()
    const entry = () => ({ id: uuid(), user_id: id, kind: 'signed_in', happened_at: new Date(at) })
    await app.db
      .insertInto('activity')
      .values(Array.from({ length: times }, entry))
      .execute()
  }
  return { ...app, ann, bo, cy, get, set, signedIn }
}

/** For tests that only look at them. */
const looked = shareApp(started)

test('key distribution: who has keys, how many on average, and who has most', async () => {
  const app = looked()
  const { key_distribution: keys } = await app.get()
  expect(keys).toMatchObject({ total_users: 6, users_with_keys: 2, users_without_keys: 4, total_keys: 4, average_keys_per_user: 0.7 })
  expect(keys.top_key_users.map(({ email, two_fa_keys_count: count }) => [email, count])).toEqual([
    ['ann@example.org', 3],
    ['bo@example.org', 1],
  ])
})

test('sharing activity: who shares, who receives, and how many shares there are', async () => {
  const app = looked()
  const { sharing_activity: sharing } = await app.get()
  expect(sharing).toMatchObject({ users_sharing_keys: 2, users_receiving_shares: 3, users_only_receiving: 1, total_shares: 4 })
  expect(sharing.top_sharing_users.map(({ email, shares_count: count }) => [email, count])).toEqual([
    ['ann@example.org', 3],
    ['bo@example.org', 1],
  ])
})

test('a share that has expired and a key that was deleted count no more', async () => {
  const app = await started()
  await app.db
    .updateTable('shares')
    .set({ expires_at: new Date(noon - 1) })
    .where('email', '=', 'cy@example.org')
    .execute()
  await app.db
    .updateTable('keys')
    .set({ deleted_at: new Date(noon) })
    .where('name', '=', 'Four')
    .execute()
  const { sharing_activity: sharing, key_distribution: keys } = await app.get()
  expect(sharing).toMatchObject({ users_sharing_keys: 1, users_receiving_shares: 1, total_shares: 2 })
  expect(keys).toMatchObject({ users_with_keys: 1, total_keys: 3 })
})

test('health: engagement, adoption and retention as whole percentages, keys per active user to one decimal', async () => {
  const app = looked()
  const { health, login_activity: logins } = await app.get()
  expect(logins).toMatchObject({ never_logged_in: 1, inactive_users: 1 })
  expect(health).toEqual({ user_engagement: 33, sharing_adoption: 33, user_retention: 67, keys_per_active_user: 2 })
})

test('inactive is who signed in before, but not for more than 30 days', async () => {
  const app = await started()
  await app.set('ed@example.org', { last_login_at: new Date(noon - 30 * day) })
  expect((await app.get()).login_activity).toMatchObject({ never_logged_in: 1, inactive_users: 0 })
})

test('logins of the range by day, and their average over all days of the range', async () => {
  const app = await started()
  await app.signedIn('2026-11-18T10:00:00Z', 2)
  await app.signedIn('2026-11-13T10:00:00Z', 9)
  const { login_activity: logins, range } = await app.get({ days: '7' })
  expect(range).toEqual({ from: '2026-11-14', to: '2026-11-20', days: 7, before: { from: '2026-11-07', to: '2026-11-13' } })
  // The six who are there signed in today.
  expect(logins).toMatchObject({ total_logins: 8, active_login_days: 2, average_logins_per_day: 1.1 })
  expect(logins.daily_logins.filter(({ count }) => count > 0)).toEqual([
    { date: '2026-11-18', count: 2 },
    { date: '2026-11-20', count: 6 },
  ])
})

test('growth: new users of the range, of this month and the last, and the days of the last 30 on which something happened', async () => {
  const app = await started()
  await app.signedIn('2026-10-21T23:59:59Z')
  await app.signedIn('2026-10-22T00:00:00Z')
  await app.set('cy@example.org', { created_at: new Date('2026-10-31T23:59:59Z') })
  await app.set('di@example.org', { created_at: new Date('2026-11-01T00:00:00Z') })
  const { user_growth: growth } = await app.get({ days: '7' })
  expect(growth).toMatchObject({ total_new_users: 3, new_users_this_month: 4, new_users_last_month: 2, active_days: 4 })
  expect(growth.daily.at(-1)).toEqual({ date: '2026-11-20', count: 3 })
})

test('each day stands beside the one of the period before', async () => {
  const app = await started()
  await app.signedIn('2026-11-02T10:00:00Z', 3)
  await app.signedIn('2026-11-05T10:00:00Z', 2)
  const { days, totals, totals_before: before } = await app.get({ from: '2026-11-04', to: '2026-11-06' })
  expect(days.map(({ date, date_before }) => [date, date_before])).toEqual([
    ['2026-11-04', '2026-11-01'],
    ['2026-11-05', '2026-11-02'],
    ['2026-11-06', '2026-11-03'],
  ])
  expect(days[1]).toMatchObject({ figures: { sign_ins: 2 }, before: { sign_ins: 3 } })
  expect([totals.sign_ins, before.sign_ins]).toEqual([2, 3])
})

test('30 days unless asked otherwise, and the same answer from what the job has counted', async () => {
  const app = await started()
  await app.signedIn('2026-11-03T10:00:00Z', 2)
  const before = await app.get()
  expect(before.range).toMatchObject({ from: '2026-10-22', days: 30 })
  await app.dayFigures.rollUp()
  await app.db.deleteFrom('activity').where('happened_at', '<', new Date('2026-11-04T00:00:00Z')).execute()
  expect(await app.get()).toEqual(before)
})

test.each([
  [{ days: '14' }, 'days'],
  [{ from: '2026-11-01' }, 'to'],
  [{ from: '2026-11-02', to: '2026-11-01' }, 'to'],
  [{ from: '2025-01-01', to: '2026-11-01' }, 'to'],
  [{ from: '2026-02-30', to: '2026-03-05' }, 'from'],
  [{ from: 'now', to: '2026-03-01' }, 'from'],
])('a range that is none is refused: %o', async (query, field) => {
  const app = shared()
  const search = new URLSearchParams(query as Record<string, string>).toString()
  const { status, body } = await app.admin.send('GET', `/api/admin/analytics?${search}`)
  expect(status).toBe(422)
  expect(Object.keys(body.errors ?? {})).toEqual([field])
})

test('an installation that nobody uses yet: zeros, and no division by them', async () => {
  const app = await startEmailApp({ now: noon })
  await app.db
    .updateTable('users')
    .set({ deleted_at: new Date(noon) })
    .where('email', '<>', 'admin@example.org')
    .execute()
  const { health, login_activity: logins } = (await app.admin.call(getAnalytics, { query: { from: '2020-01-01', to: '2020-01-07' } })).body
  expect(health).toEqual({ user_engagement: 0, sharing_adoption: 0, user_retention: 100, keys_per_active_user: 0 })
  expect(logins.average_logins_per_day).toBe(0)
})

test('the export is a file named with its date, has what the screen shows, and is written down', async () => {
  const app = looked()
  const shown = await app.get({ days: '7' })
  const file = await app.admin.send<Analytics>('GET', '/api/admin/analytics/export?days=7')
  expect(file.headers.get('content-disposition')).toContain('analytics-2026-11-20.json')
  expect(file.body).toEqual(shown)
  const csv = await app.admin.send('GET', '/api/admin/analytics/export?days=7&format=csv')
  const lines = csv.text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(8)
  expect(lines[0]?.split(',').slice(0, 3)).toEqual(['day', 'sign_ups', 'sign_ins'])
  expect(lines[7]?.split(',').slice(0, 3)).toEqual(['2026-11-20', '5', '6'])
  const { data } = (await app.admin.call(listAudit, { query: { action: 'analytics.exported' } })).body
  expect(data.map(({ after }) => after)).toContainEqual({ from: '2026-11-14', to: '2026-11-20', format: 'csv' })
})

test('users see no analytics', async () => {
  const app = shared()
  const bo = await app.signUp('bo@example.org')
  expect((await bo.call(getAnalytics, { query: {} })).status).toBe(403)
  expect((await bo.call(exportAnalytics, { query: {} })).status).toBe(403)
})
