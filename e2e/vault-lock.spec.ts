import type { Page } from '@playwright/test'
import { lockVault, setAutoLock } from '@twofold/contract/pin'
import { call } from './api.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter, type Person } from './people.ts'
import { openSecurity } from './security-page.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const lockScreen = (page: Page) => page.getByRole('heading', { name: 'Your vault is locked' })
const code = (page: Page) => page.locator('button.code').first()
const authorization = ({ token }: Person) => ({ authorization: `Bearer ${token}` })

async function openVault(page: Page, person: Person) {
  await enter(page, person)
  await expect(code(page)).toContainText(/\d{3} \d{3}/)
}

test('the vault locks after the chosen time without use, in every tab, shows nothing of itself, and opens by the PIN', async ({
  page,
  context,
  person,
  guard,
}) => {
  guard.allow(/status of (403|422)/)
  await addKey(person, { name: 'Code host', secret })
  await openSecurity(page, person)
  await page.getByLabel('Lock when nobody uses it for').selectOption('5 minutes')
  await expect(page.getByText('In every browser where you are signed in, after 5 minutes.')).toBeVisible()
  const other = await context.newPage()
  await page.clock.install()
  await openVault(page, person)
  await openVault(other, person)
  // Use in one tab is use in all.
  await page.clock.fastForward('04:30')
  await other.getByRole('button', { name: 'Add 2FA Key' }).hover()
  await other.keyboard.press('Tab')
  await page.clock.fastForward('04:30')
  await expect(code(page)).toContainText(/\d{3} \d{3}/)
  await page.clock.fastForward('00:45')
  await expect(lockScreen(page)).toBeVisible()
  await expect(lockScreen(other)).toBeVisible()
  expect(await page.content()).not.toContain('Code host')
  await expectAccessible(other)

  // Requested while locked, and answered after unlocking.
  let isAsked = false
  await page.route('**/api/auth/user', () => {
    isAsked = true
  })
  const isOutdated = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/user'))
  // Neither does a page ask a second time that is still asking from before, nor one whose last answer is younger than half a minute.
  await expect
    .poll(async () => {
      await page.clock.fastForward('00:31')
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      return isAsked
    })
    .toBe(true)
  const pin = other.getByLabel('PIN', { exact: true })
  await expect(pin).toBeFocused()
  // The page's other requests may be slow: the next PIN is typed as soon as the first one is refused.
  await other.route('**/api/auth/factors', () => {})
  await other.keyboard.type('0000')
  await other.keyboard.press('Enter')
  await expect(pin).toHaveAccessibleDescription('This PIN is wrong. Attempts left: 4.')
  await other.keyboard.type(person.pin)
  await other.keyboard.press('Enter')
  await expect(code(other)).toContainText(/\d{3} \d{3}/)
  await expect(code(page)).toContainText(/\d{3} \d{3}/)
  await isOutdated
})

test('the server locks: a page that does not notice shows it with the next thing that it asks for, and so does one that is opened', async ({
  page,
  app,
  person,
  guard,
}) => {
  guard.allow(/status of 403/)
  await addKey(person, { name: 'Code host', secret })
  await openVault(page, person)
  await call(app, lockVault, {}, authorization(person))
  // Codes are asked for once in each window, and at once when the network is back.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(lockScreen(page)).toBeVisible()
  await page.reload()
  await expect(lockScreen(page)).toBeVisible()
  await page.goto(`${app.url}/profile`)
  await expect(lockScreen(page)).toBeVisible()
  await page.getByLabel('PIN', { exact: true }).fill(person.pin)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(page.getByRole('heading', { name: 'Profile & Settings' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(code(page)).toContainText(/\d{3} \d{3}/)
})

test('it can be locked by hand, and its lock ends with the session', async ({ page, app, person, guard }) => {
  guard.allow(/status of 403/)
  await call(app, setAutoLock, { body: { auto_lock_minutes: 60 } }, authorization(person))
  await openSecurity(page, person)
  await expect(page.getByLabel('Lock when nobody uses it for')).toHaveValue('60')
  await page.getByRole('button', { name: 'Lock now' }).click()
  await expect(lockScreen(page)).toBeVisible()
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL('**/login')
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your codes' })).toBeVisible()
})
