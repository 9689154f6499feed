import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { enter, setUp } from './people.ts'

test('a setting is changed and holds at once: closing sign-up takes the way to it off the sign-in page', async ({
  page,
  admin,
  browser,
}) => {
  await enter(page, admin, '/admin/settings')
  await expect(page.getByText('Set by APP_URL of the environment, and changed only there.')).toBeVisible()
  await expect(page.getByLabel('Address', { exact: true })).toHaveAttribute('readonly', '')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Who can sign up').selectOption('Nobody, but who an administrator invites')
  await expect(page.getByText('There are changes that are not saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()
  await expect(page.getByText(`by ${admin.name}`)).toBeVisible()
  await expect(page.getByText('Set here')).toBeVisible()

  const stranger = await browser.newPage()
  await stranger.goto(`${admin.app.url}/login`)
  await expect(stranger.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(stranger.getByRole('tab', { name: 'Sign up' })).toBeHidden()
  await stranger.close()

  await page.getByLabel('Who can sign up').selectOption('Everybody')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Set here')).toBeHidden()
})

test('a value that cannot be is refused on its field, and what was typed stays', async ({ page, admin }) => {
  await enter(page, admin, '/admin/settings')
  await page.getByLabel('Ends unused after').fill('100')
  await page.getByLabel('Activity of people').fill('2')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Please enter a whole number of days from 7 to 3650')).toBeVisible()
  await page.getByLabel('Activity of people').fill('30')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByText('A session cannot be unused for longer than it lasts.')).toBeVisible()
  await expect(page.getByLabel('Ends unused after')).toHaveValue('100')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Ends unused after')).toHaveValue('12')
})

test('what shorter times end and remove is counted before they are saved', async ({ page, freshApp }) => {
  const admin = await setUp(freshApp)
  await inDatabase(freshApp, "update activity set happened_at = now() - interval '20 days'")
  await enter(page, admin, '/admin/settings')
  await page.getByLabel('Activity of people').fill('10')
  await page.getByRole('button', { name: 'Save settings' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Save these settings?' })
  await expect(dialog.getByText(/entr(y|ies) of people’s activity (is|are) removed/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('There are changes that are not saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()
  await page.getByLabel('Activity of people').fill('400')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Everything is saved.')).toBeVisible()
})

test('leaving the settings asks first while something is not saved', async ({ page, admin }) => {
  await enter(page, admin, '/admin/settings')
  await page.getByLabel('Name', { exact: true }).fill('Another name')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Another name')
})

test('settings that cannot be loaded are said so, with a way to try again', async ({ page, admin, guard }) => {
  guard.allow(/status of 503/)
  await page.route('**/api/admin/settings', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'server.unavailable', message: 'The database cannot be reached right now. Please try again in a moment.' },
    }),
  )
  await enter(page, admin, '/admin/settings')
  await expect(page.getByText('The settings could not be loaded')).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/admin/settings')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Shortest password')).toHaveValue('8')
})
