import { signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readAuthToken } from '../lib/auth-token.ts'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { pressIn } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { serve, unreachable } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'
import { resizeWindow } from '../testing/window.ts'

const accountMenu = page.getByRole('button', { name: /^Account menu/ })
const menu = page.getByRole('menu')

test('wide: links to Dashboard and Profile, the current one marked', async () => {
  signInWithProfile()
  await open('/dashboard')
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect.element(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await expect.element(main.getByRole('link', { name: 'Profile' })).not.toHaveAttribute('aria-current')
  await main.getByRole('link', { name: 'Profile' }).click()
  await expectAddress('/profile')
  await expect.element(main.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('button', { name: 'Navigation' })).not.toBeInTheDocument()
})

test('narrow: the same places are in a dropdown', async () => {
  await resizeWindow(320)
  signInWithProfile()
  await open('/dashboard')
  await page.getByRole('button', { name: 'Navigation' }).click()
  await expect.element(page.getByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('menuitem', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expectAddress('/profile')
  await expect.element(menu).not.toBeInTheDocument()
})

test('it stays in sight while the page scrolls', async () => {
  await resizeWindow(320)
  signInWithKeys([1, 2, 3, 4, 5, 6].map((number) => ({ name: `Key ${number}` })))
  await open('/dashboard')
  await expect.element(page.getByRole('article', { name: 'Key 6' })).toBeInTheDocument()
  window.scrollTo(0, document.body.scrollHeight)
  expect(window.scrollY).toBeGreaterThan(0)
  await expect.element(accountMenu).toBeInViewport({ ratio: 1 })
})

test('only administrators see the way to the back office', async () => {
  signInWithKeys()
  await open('/dashboard')
  await expect.element(accountMenu).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Admin' })).not.toBeInTheDocument()
  signInAsAdministrator()
  await open('/dashboard')
  await page.getByRole('link', { name: 'Admin' }).click()
  await expectAddress('/admin/dashboard')
})

test('the user menu shows the first letter, the name and the e-mail', async () => {
  signInWithKeys([], [], { name: 'zoë Sample', email: 'zoe@example.org' })
  await open('/dashboard')
  await expect.element(accountMenu).toMatchTextContent(/^Z/)
  await accountMenu.click()
  await expect.element(page.getByText('zoë Sample').last()).toBeVisible()
  await expect.element(page.getByText('zoe@example.org')).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Profile & Settings' })).toHaveAttribute('href', '/profile')
})

test('a user without a name is called User, with the letter U', async () => {
  signInWithKeys([], [], { name: '' })
  await open('/dashboard')
  await expect.element(page.getByRole('button', { name: 'Account menu: User' })).toMatchTextContent(/^U/)
})

test('the user menu closes on a press outside and on Esc', async () => {
  signInWithKeys()
  await open('/dashboard')
  await accountMenu.click()
  await expect.element(menu).toBeVisible()
  await userEvent.click(document.body, { position: { x: 200, y: 500 }, force: true })
  await expect.element(menu).not.toBeInTheDocument()

  await pressIn(accountMenu, '{Enter}')
  await expect.element(menu).toBeVisible()
  await pressEscape()
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(accountMenu).toHaveFocus()
})

test('Sign Out leads to the sign-in screen although the call fails, and takes the token and settings of administrators away', async () => {
  signInWithKeys()
  localStorage.setItem('email_settings', '{}')
  serve(signOut, unreachable)
  await open('/dashboard')
  await accountMenu.click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expectAddress('/login')
  expect([readAuthToken(), localStorage.getItem('email_settings')]).toEqual([null, null])
})
