import { exportAnalytics, getAnalytics, listRisks } from '@twofold/contract/admin/analytics'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { expectAddress, open } from '../../testing/open.tsx'
import { onePage } from '../../testing/paging.ts'
import { breakdown, refusal, serve } from '../../testing/server.ts'

const panel = (name: string) => page.getByRole('region', { name, exact: true })
const growth = panel('User Growth Analysis')
const dayBefore = (days: number) => new Date(Date.UTC(2026, 2, 10) - days * 86_400_000).toISOString().slice(0, 10)

/** So many days that end with the tenth of March, each like the others. */
function figuresOf(days: number, sign_ins = 3) {
  const first = dayBefore(days - 1)
  return {
    range: { from: first, to: dayBefore(0), days, before: { from: dayBefore(2 * days - 1), to: dayBefore(days) } },
    totals: { sign_ins },
    days: Array.from({ length: days }, (_, index) => ({ date: dayBefore(days - 1 - index), date_before: dayBefore(2 * days - 1 - index) })),
  }
}

beforeEach(() => {
  signInAsAdministrator()
  serve(getAnalytics, ({ query }) => figuresOf('days' in query ? Number(query.days ?? 30) : 30))
})

test('every chart has a name, a sentence, and the table behind it', async () => {
  await open('/admin/analytics?days=7')
  for (const name of ['Login Activity Patterns', 'New users', 'Failed logins', 'Keys and shares', 'Use of codes', 'E-mail']) {
    await expect.element(page.getByRole('img', { name: new RegExp(`^${name}, by day from `) })).toBeVisible()
    expect((await panel(name).findElement()).querySelector('figcaption')?.textContent).toMatch(/\.$/)
  }
  await page.getByRole('button', { name: 'Login Activity Patterns as a table' }).click()
  const table = page.getByRole('table', { name: 'Login Activity Patterns' })
  await expect.element(table.getByRole('row')).toHaveLength(8)
  expect(
    table
      .getByRole('columnheader')
      .elements()
      .map((header) => header.textContent),
  ).toEqual(['Day (UTC)', 'Logins', 'The 7 days before'])
  await expectAccessible()
  await page.getByRole('button', { name: 'Login Activity Patterns as a chart' }).click()
  await expect.element(page.getByRole('img', { name: /^Login Activity Patterns/ })).toBeVisible()
})

test('a user who has not signed in for 30 days is inactive, and the number of days stands with the word', async () => {
  await open('/admin/analytics')
  await expect.element(page.getByText('Inactive 30+ days')).toBeVisible()
  expect(page.getByText('Deactivated').elements()).toEqual([])
})

test('the range, the tables and the tab stand in the address', async () => {
  serve(listRisks, onePage())
  await open('/admin/analytics')
  const range = page.getByRole('group', { name: 'Range' })
  await expect.element(range.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true')
  await range.getByRole('button', { name: '90 days' }).click()
  await expectAddress(/\?days=90$/)
  await page.getByRole('button', { name: 'New users as a table' }).click()
  await page.getByRole('button', { name: 'E-mail as a table' }).click()
  await expectAddress(/tables=growth(,|%2C)mail/)
  await open(`${window.location.pathname}${window.location.search}`)
  await expect.element(page.getByRole('table', { name: 'New users' }).getByRole('row')).toHaveLength(91)
  await expect.element(range.getByRole('button', { name: '90 days' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('tab', { name: 'Risk radar' }).click()
  await expectAddress(/tab=risks/)
  window.history.back()
  await expect.element(page.getByRole('table', { name: 'New users' })).toBeVisible()
})

test('figures that fail to load: the specified texts, and Retry loads them; what was loaded stays while a refresh fails', async () => {
  serve(getAnalytics, refusal('server.failed'))
  await open('/admin/analytics')
  await expect.element(page.getByRole('heading', { name: 'Failed to load analytics' })).toBeVisible()
  await expect.element(page.getByText('There was an error loading the analytics data.')).toBeVisible()
  await expectAccessible()
  serve(getAnalytics, figuresOf(30))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(growth).toBeVisible()

  serve(getAnalytics, refusal('server.failed'))
  await page.getByRole('button', { name: 'Refresh Data' }).click()
  const stale = page.getByRole('alert').filter({ hasText: 'Couldn’t refresh. Showing earlier data.' })
  await expect.element(stale).toMatchTextContent('Failed to load analytics')
  await expect.element(growth).toBeVisible()
  await expectAccessible()
  serve(getAnalytics, figuresOf(30))
  await stale.getByRole('button', { name: 'Retry' }).click()
  await expect.element(stale).not.toBeInTheDocument()
})

test('an export that the server says nothing about: Failed to export analytics data', async () => {
  serve(exportAnalytics, breakdown())
  await open('/admin/analytics')
  await page.getByRole('button', { name: 'Export Analytics' }).click()
  await expect.element(page.getByText('Failed to export analytics data').first()).toBeVisible()
})

test('Refresh Data asks the server again', async () => {
  await open('/admin/analytics')
  const logins = panel('Login Activity Patterns')
  await expect.element(logins).toMatchTextContent('Total logins3')
  serve(getAnalytics, figuresOf(30, 4))
  await page.getByRole('button', { name: 'Refresh Data' }).click()
  await expect.element(logins).toMatchTextContent('Total logins4')
})
