import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

test('a setting is changed and holds at once: closing sign-up takes the way to it off the sign-in page', async ({
  page,
  admin,
  browser,
}) => {
  await enter(page, admin, '/admin/settings')
  // The set-up of these tests asks nobody for a second factor.
  const set = page.getByText('Set here')
  await expect(set).toHaveCount(1)
  await expect(page.getByText('Set by APP_URL of the environment, and changed only there.')).toBeVisible()
  await expect(page.getByLabel('Address', { exact: true })).toHaveAttribute('readonly', '')
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Who can sign up').selectOption('Closed (administrators add people)')
  await expect(page.getByText('There are changes that are not saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('The settings are saved.')).toBeVisible()
  await expect(page.getByText(`by ${admin.name}`)).toBeVisible()
  await expect(set).toHaveCount(2)

  const stranger = await browser.newPage()
  await stranger.goto(`${admin.app.url}/login`)
  await expect(stranger.getByLabel('Email', { exact: true })).toBeVisible()
  await expect(stranger.getByRole('tab', { name: 'Sign up' })).toBeHidden()
  await stranger.close()

  await page.getByLabel('Who can sign up').selectOption('Anyone')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(set).toHaveCount(1)
})
