import type { Page } from '@playwright/test'
import { shareKey } from '@twofold/contract/sharing/grants'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, newAccount, setUp, signUp } from './people.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the dashboard and the analytics show what people did, and lead to who did most', async ({ page, emptyApp }) => {
  const admin = await setUp(emptyApp)
  const [ann, bo] = [await signUp(emptyApp, newAccount('Ann Sample')), await signUp(emptyApp, newAccount('Bo Sample'))]
  const id = await addKey(ann, { name: 'One' })
  await addKey(ann, { name: 'Two' })
  await call(emptyApp, shareKey, { params: { id }, body: { email: bo.email } }, { authorization: `Bearer ${ann.token}` })
  await enter(page, admin, '/admin/dashboard')
  await expect(panel(page, 'Total Users')).toContainText('33 active')
  await expect(panel(page, 'Recent Activity (7 days)')).toHaveText(/New users3Logins3New keys2New shares1$/)
  await panel(page, 'Quick Actions').getByRole('link', { name: 'View Analytics' }).click()
  await expect(page.locator('.day-chart-drawing svg').first()).toBeVisible()
  await expect(panel(page, '2FA Key Distribution')).toContainText('Users with keys133%')
  await expect(panel(page, 'Sharing Activity')).toContainText('Total active shares1')
  await expect(panel(page, 'System Health Metrics')).toContainText('User Retention users who logged in within 30 days100%')
  await panel(page, 'Top Active Users').getByRole('list', { name: 'By shares' }).getByRole('link', { name: 'Ann Sample' }).click()
  await expect(page.getByRole('heading', { name: 'Ann Sample', level: 1 })).toBeVisible()
})
