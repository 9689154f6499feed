import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { press } from './keyboard.ts'
import { enter, signUp } from './people.ts'

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

test('wide: links to Dashboard and Profile, the current one marked', async ({ page, person }) => {
  await enter(page, person)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await expect(main.getByRole('link', { name: 'Profile' })).not.toHaveAttribute('aria-current')
  await main.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`${person.app.url}/profile`)
  await expect(main.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'Navigation' })).toBeHidden()
})

test('narrow: the same places are in a dropdown', async ({ page, person }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await enter(page, person)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.getByRole('button', { name: 'Navigation' }).click()
  await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`${person.app.url}/profile`)
  await expect(page.getByRole('menu')).toBeHidden()
})

test('it stays in sight while the page scrolls', async ({ page, person }) => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await expect(accountMenu(page)).toBeInViewport({ ratio: 1 })
})

test('only administrators see the way to the back office', async ({ page, person, admin, browser }) => {
  await enter(page, person)
  await expect(accountMenu(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin' })).toBeHidden()

  const context = await browser.newContext()
  const theirs = await context.newPage()
  await enter(theirs, admin)
  await theirs.getByRole('link', { name: 'Admin' }).click()
  await expect(theirs).toHaveURL(`${admin.app.url}/admin/dashboard`)
  await context.close()
})

test('the user menu shows the first letter, the name and the e-mail', async ({ page, app }) => {
  const zoe = await signUp(app, { name: 'zoë Sample', email: `zoe-${Date.now()}@example.org`, password: 'Violet-Harbour-27', pin: '2580' })
  await enter(page, zoe)
  await expect(accountMenu(page)).toContainText('Z')
  await accountMenu(page).click()
  const menu = page.getByRole('dialog').or(page.locator('.ui-popover'))
  await expect(menu.getByText('zoë Sample')).toBeVisible()
  await expect(menu.getByText(zoe.email)).toBeVisible()
  await page.getByRole('menuitem', { name: 'Profile & Settings' }).click()
  await expect(page).toHaveURL(`${app.url}/profile`)
})

test('somebody without a name is called User, with the letter U', async ({ page, person }) => {
  await page.route('**/api/auth/user', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), name: '' } })
  })
  await enter(page, person)
  await expect(page.getByRole('button', { name: 'Account menu: User' })).toContainText(/^U/)
})

test('the user menu closes on a press outside and on Esc', async ({ page, person }) => {
  await enter(page, person)
  await accountMenu(page).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.mouse.click(200, 500)
  await expect(page.getByRole('menu')).toBeHidden()

  await press(accountMenu(page))
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()
})

test('Sign Out leads to the sign-in screen although the call fails, and takes the token away', async ({ page, person, guard }) => {
  guard.allow(/ERR_CONNECTION_FAILED/)
  await enter(page, person)
  await page.route('**/api/auth/logout', (route) => route.abort('connectionfailed'))
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${person.app.url}/login`)
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
})

test('Sign Out ends the session on the server', async ({ page, person }) => {
  await enter(page, person)
  await accountMenu(page).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${person.app.url}/login`)
  const answer = await fetch(`${person.app.url}/api/auth/user`, { headers: { authorization: `Bearer ${person.token}` } })
  expect(answer.status).toBe(401)
})
