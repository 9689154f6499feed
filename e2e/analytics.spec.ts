import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { shareKey } from '@twofold/contract/sharing'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, type Person, setUp, signUp } from './people.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const share = ({ app, token }: Person, id: string, email: string) =>
  call(app, shareKey, { params: { id }, body: { email } }, { authorization: `Bearer ${token}` })

test('every section with its figures, and the most active users lead to their page', async ({ page, freshApp }) => {
  const admin = await setUp(freshApp)
  const [ann, bo] = [await signUp(freshApp, newAccount('Ann Sample')), await signUp(freshApp, newAccount('Bo Sample'))]
  const ids = [await addKey(ann, { name: 'One' }), await addKey(ann, { name: 'Two' })]
  await addKey(bo, { name: 'Three' })
  for (const id of ids) await share(ann, id, bo.email)
  await enter(page, admin, '/admin/analytics')

  const growth = panel(page, 'User Growth Analysis')
  await expect(growth).toContainText('Active Days1of the last 30')
  await expect(growth).toContainText('New Users3this month, 3 more than in')
  await expect(growth).toContainText('Never Logged In0')
  await expect(growth).toContainText('Inactive 30+ days0')
  const logins = panel(page, 'Login Activity Patterns')
  await expect(logins).toContainText('Active login days1')
  await expect(logins).toContainText('Total logins3')
  await expect(logins).toContainText('Average logins per day0.1')
  const keys = panel(page, '2FA Key Distribution')
  await expect(keys).toContainText('Users with keys267%')
  await expect(keys).toContainText('Users without keys133%')
  await expect(keys).toContainText('Average keys per user1')
  const sharing = panel(page, 'Sharing Activity')
  await expect(sharing).toContainText('Users sharing keys133%')
  await expect(sharing).toContainText('Users receiving shares1')
  await expect(sharing).toContainText('Total active shares2')
  const health = panel(page, 'System Health Metrics')
  await expect(health).toContainText('User Engagement users who have keys67%')
  await expect(health).toContainText('Sharing Adoption users who share keys33%')
  await expect(health).toContainText('User Retention users who logged in within 30 days100%')
  await expect(health).toContainText('Keys per Active User1.5')

  const top = panel(page, 'Top Active Users')
  await expect(top.getByRole('list', { name: 'By keys' }).getByRole('listitem')).toHaveText([/Ann Sample.*2 keys/, /Bo Sample.*1 key/])
  await top.getByRole('list', { name: 'By shares' }).getByRole('link', { name: 'Ann Sample' }).click()
  await expect(page.getByRole('heading', { name: 'Ann Sample', level: 1 })).toBeVisible()
})

test('an own range begins as the one that is shown, and one that ends before it begins says so', async ({ page, admin }) => {
  await enter(page, admin, '/admin/analytics?days=7')
  await expect(page.getByText(/days in UTC, beside/)).toBeVisible()
  await page.getByRole('button', { name: 'Own range' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}/)
  await page.getByLabel('From', { exact: true }).fill('2026-03-01')
  await page.getByLabel('To', { exact: true }).fill('2026-03-10')
  await expect(page.getByText('Mar 1, 2026 to Mar 10, 2026, days in UTC, beside Feb 19, 2026 to Feb 28, 2026.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2026-02-10')
  await expect(page.getByText('The range ends before it begins.')).toBeVisible()
  await page.getByLabel('From', { exact: true }).fill('2024-01-01')
  await expect(page.getByText('At most 366 days.')).toBeVisible()
  await expectAccessible(page)
})

test('the export is JSON named with the date, or CSV, of the range that is shown', async ({ page, admin }) => {
  await enter(page, admin, '/admin/analytics?days=7')
  await expect(panel(page, 'User Growth Analysis')).toBeVisible()
  for (const [button, type] of [
    ['Export Analytics', 'json'],
    ['Export as CSV', 'csv'],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await saved
    expect(file.suggestedFilename()).toMatch(new RegExp(`^analytics-\\d{4}-\\d{2}-\\d{2}\\.${type}$`))
    const content = await readFile(await file.path(), 'utf8')
    if (type === 'csv') expect(content.trimEnd().split('\r\n')).toHaveLength(8)
    else expect(JSON.parse(content)).toMatchObject({ range: { days: 7 } })
  }
})

test('the radar lists what is at risk, a page at a time, with the way to the owner and to the leaver plan', async ({ page, freshApp }) => {
  const admin = await setUp(freshApp)
  const ann = await signUp(freshApp, newAccount('Ann Sample'))
  for (let number = 1; number <= 26; number++) await addKey(ann, { name: `Key ${number}` })
  await enter(page, admin, '/admin/analytics?tab=risks')
  await expect(page.getByRole('button', { name: 'One holder only 26' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('Showing 1 to 25 of 26')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('row').filter({ hasText: 'Key 26' })).toContainText('Never')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Shares past their need 0' }).click()
  await expect(page).toHaveURL(/risk=stale_shares$/)
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()

  await inDatabase(freshApp, `update users set is_active = false where email = $1`, [ann.email])
  await page.reload()
  await page.getByRole('button', { name: 'Absent owners 1' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export list' }).click()
  await page.getByRole('menuitem', { name: 'As CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('twofold-inactive-owners.csv')
  await expect(page.getByRole('row').filter({ hasText: 'Ann Sample' })).toContainText('Deactivated')
  await page.getByRole('link', { name: 'Ann Sample', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ann Sample', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Begin a plan' }).click()
  await expect(page.getByRole('heading', { name: 'Leaver plan of Ann Sample' })).toBeVisible()
  await page.goto(`${freshApp.url}/admin/analytics?tab=risks&risk=inactive_owners`)
  await page.getByRole('link', { name: 'Leaver plan: Ann Sample' }).click()
  await expect(page.getByRole('heading', { name: 'Leaver plan of Ann Sample' })).toBeVisible()
})

test('the dashboard has its cards, its figures of seven days, and the quick actions', async ({ page, freshApp }) => {
  const admin = await setUp(freshApp)
  const ann = await signUp(freshApp, newAccount('Ann Sample'))
  const bo = await signUp(freshApp, newAccount('Bo Sample'))
  await share(ann, await addKey(ann, { name: 'One' }), bo.email)
  await enter(page, admin, '/admin/dashboard')
  const card = (name: string) => panel(page, name)
  await expect(card('Total Users')).toContainText('33 active')
  await expect(card('Total Keys')).toContainText('11 this week')
  await expect(card('Total Shares')).toContainText('11 this week')
  await expect(card('Active Sessions')).toContainText('last 7 days')
  await expect(card('Recent Activity (7 days)')).toHaveText(/New users3Logins3New keys1New shares1$/)
  await expect(card('System Information')).toContainText('PostgreSQL version')
  await expect(card('Quick Actions').getByRole('link', { name: 'Manage Users' })).toHaveAttribute('href', '/admin/users')
  await card('Quick Actions').getByRole('link', { name: 'View Analytics' }).click()
  await expect(page.getByRole('heading', { name: 'System Analytics' })).toBeVisible()
  await expect(page.locator('.day-chart-drawing svg').first()).toBeVisible()
})
