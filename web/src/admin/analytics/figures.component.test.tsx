import { exportAnalytics, exportRisks, getAnalytics, listRisks, type Risk } from '@twofold/contract/admin/analytics'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import type { Said } from '../../testing/example.ts'
import { button, textsOf } from '../../testing/fields.ts'
import { takeFiles } from '../../testing/files.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { pageOf } from '../../testing/paging.ts'
import { serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'

const panel = (name: string) => page.getByRole('region', { name, exact: true })
const says = (name: string, text: string) => expect.element(panel(name)).toMatchTextContent(text)
const range = { from: '2026-03-01', to: '2026-03-10', days: 10, before: { from: '2026-02-19', to: '2026-02-28' } }

beforeEach(() => void signInAsAdministrator())

test('every section has its figures, and the most active users lead to their page', async () => {
  serve(getAnalytics, {
    range,
    totals: { sign_ins: 3 },
    user_growth: { active_days: 1, new_users_this_month: 3, new_users_last_month: 0 },
    login_activity: { never_logged_in: 2, inactive_users: 5, active_login_days: 1, total_logins: 3, average_logins_per_day: 0.1 },
    key_distribution: {
      total_users: 3,
      users_with_keys: 2,
      users_without_keys: 1,
      average_keys_per_user: 1,
      top_key_users: [
        { id: idOf(2), name: 'Ann Sample', two_fa_keys_count: 2 },
        { id: idOf(3), name: 'Bo Sample', two_fa_keys_count: 1 },
      ],
    },
    sharing_activity: {
      users_sharing_keys: 1,
      users_receiving_shares: 1,
      total_shares: 2,
      top_sharing_users: [{ id: idOf(2), name: 'Ann Sample', shares_count: 2 }],
    },
    health: { user_engagement: 67, sharing_adoption: 33, user_retention: 100, keys_per_active_user: 1.5 },
  })
  await open('/admin/analytics')
  await says('User Growth Analysis', 'Active Days1of the last 30')
  await says('User Growth Analysis', 'New Users3this month, 3 more than in')
  await says('User Growth Analysis', 'Never Logged In2')
  await says('User Growth Analysis', 'Inactive 30+ days5')
  await says('Login Activity Patterns', 'Active login days1')
  await says('Login Activity Patterns', 'Total logins3')
  await says('Login Activity Patterns', 'Average logins per day0.1')
  await says('2FA Key Distribution', 'Users with keys267%')
  await says('2FA Key Distribution', 'Users without keys133%')
  await says('2FA Key Distribution', 'Average keys per user1')
  await says('Sharing Activity', 'Users sharing keys133%')
  await says('Sharing Activity', 'Users receiving shares1')
  await says('Sharing Activity', 'Total active shares2')
  await says('System Health Metrics', 'User Engagement users who have keys67%')
  await says('System Health Metrics', 'Sharing Adoption users who share keys33%')
  await says('System Health Metrics', 'User Retention users who logged in within 30 days100%')
  await says('System Health Metrics', 'Keys per Active User1.5')
  const top = panel('Top Active Users')
  expect(textsOf(top.getByRole('list', { name: 'By keys' }).getByRole('listitem'))).toEqual([
    expect.stringMatching(/Ann Sample.*2 keys/),
    expect.stringMatching(/Bo Sample.*1 key/),
  ])
  const link = top.getByRole('list', { name: 'By shares' }).getByRole('link', { name: 'Ann Sample' })
  await expect.element(link).toHaveAttribute('href', `/admin/users/${idOf(2)}`)
})

test('a custom range begins as the one that is shown, and one that ends before it begins says so', async () => {
  serve(getAnalytics, { range })
  await open('/admin/analytics?days=7')
  await expect.element(page.getByText(/ compared with .* \(UTC\)$/)).toBeVisible()
  await button('Custom range').click()
  await expectAddress('/admin/analytics?from=2026-03-01&to=2026-03-10')
  await page.getByLabelText('From', { exact: true }).fill('2026-03-01')
  await page.getByLabelText('To', { exact: true }).fill('2026-03-10')
  await expect.element(page.getByText('Mar 1, 2026 – Mar 10, 2026 compared with Feb 19, 2026 – Feb 28, 2026 (UTC)')).toBeVisible()
  await page.getByLabelText('To', { exact: true }).fill('2026-02-10')
  await expect.element(page.getByText('The range ends before it begins.')).toBeVisible()
  await page.getByLabelText('From', { exact: true }).fill('2024-01-01')
  await expect.element(page.getByText('At most 366 days.')).toBeVisible()
  await expectAccessible()
})

const file = (name: string, text: string) => new Response(text, { headers: { 'content-disposition': `attachment; filename="${name}"` } })

test('the export is JSON named with the date, or CSV, of the range that is shown', async () => {
  serve(getAnalytics, { range })
  const asked = serve(exportAnalytics, ({ query: { format } }) => file(`analytics-2026-03-10.${format}`, `as ${format}`))
  const files = takeFiles()
  await open('/admin/analytics?days=7')
  await button('Export Analytics').click()
  await expect.poll(() => files).toEqual([{ name: 'analytics-2026-03-10.json', text: 'as json' }])
  await button('Export as CSV').click()
  await expect.poll(() => files[1]).toEqual({ name: 'analytics-2026-03-10.csv', text: 'as csv' })
  expect(asked.map(({ query }) => query)).toEqual([
    { days: '7', format: 'json' },
    { days: '7', format: 'csv' },
  ])
})

test('the radar lists what is at risk, a page at a time, with the way to the owner and to the leaver plan', async () => {
  const owner = { id: idOf(2), name: 'Ann Sample', is_active: true, last_login_at: null }
  const keys = Array.from({ length: 26 }, (_, index): Said<Risk> => ({ id: idOf(100 + index), key_name: `Key ${index + 1}`, owner }))
  const counts = { one_holder: 26, inactive_owners: 1, never_used: 0, stale_shares: 0 }
  const absent: Said<Risk>[] = [{ id: owner.id, owner: { ...owner, is_active: false }, keys: 26 }]
  const rows = { one_holder: keys, inactive_owners: absent, never_used: [], stale_shares: [] }
  serve(listRisks, ({ query: { kind, page: number } }) => ({ counts, ...pageOf(rows[kind], number) }))
  await open('/admin/analytics?tab=risks')
  await expect.element(button('Single holder 26')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('Showing 1 to 25 of 26')).toBeVisible()
  await button('Next page').click()
  await expectAddress(/page=2/)
  await expect.element(page.getByRole('row').filter({ hasText: 'Key 26' })).toMatchTextContent(/Never/)
  await expectAccessible()

  await button('Stale shares 0').click()
  await expectAddress('/admin/analytics?tab=risks&risk=stale_shares')
  await expect.element(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()

  await button('Absent owners 1').click()
  const files = takeFiles()
  const asked = serve(exportRisks, ({ query: { kind } }) => file('twofold-inactive-owners.csv', kind))
  await button('Export list').click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  await expect.poll(() => files).toEqual([{ name: 'twofold-inactive-owners.csv', text: 'inactive_owners' }])
  expect(asked.map(({ query }) => query.format)).toEqual(['csv'])
  const row = page.getByRole('row').filter({ hasText: 'Ann Sample' })
  await expect.element(row).toMatchTextContent(/Deactivated/)
  await expect.element(row.getByRole('link', { name: 'Ann Sample', exact: true })).toHaveAttribute('href', `/admin/users/${owner.id}`)
  await expect
    .element(row.getByRole('link', { name: 'Leaver plan: Ann Sample' }))
    .toHaveAttribute('href', `/admin/users/${owner.id}/leaver`)
})

test('the dashboard has its cards, its figures of seven days, and the quick actions', async () => {
  serve(getAdminDashboard, {
    users: { total: 3, active: 3, recent_signups: 3, recent_logins: 4 },
    keys: { total: 1, recent: 1 },
    shares: { total: 1, recent: 1 },
    sessions: { active: 2 },
    system: { database_version: '18.4' },
    health: { status: 'healthy' },
  })
  await open('/admin/dashboard')
  await says('Total Users', '33 active')
  await says('Total Keys', '11 this week')
  await says('Total Shares', '11 this week')
  await says('Active Sessions', 'last 7 days')
  await says('Recent Activity (7 days)', 'New users3Logins4New keys1New shares1')
  await says('System Information', 'PostgreSQL version')
  const actions = panel('Quick Actions')
  await expect.element(actions.getByRole('link', { name: 'Manage Users' })).toHaveAttribute('href', '/admin/users')
  serve(getAnalytics, { range })
  await actions.getByRole('link', { name: 'View Analytics' }).click()
  await expect.element(page.getByRole('heading', { name: 'System Analytics' })).toBeVisible()
})
