import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, signUp } from './people.ts'

const hints = (page: Page) => page.getByRole('dialog', { name: 'Keyboard and display' })
const canvas = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const classes = (page: Page) => page.evaluate(() => [...document.documentElement.classList].sort())
const white = 'rgb(246, 248, 248)'
const dark = 'rgb(13, 18, 19)'

/** The helper is fetched when the page has loaded. */
const ready = (page: Page) => expect(page.locator('.update-notice')).toBeAttached()

test('? shows and hides the keyboard hints of the screen, and Escape closes them', async ({ page, app }) => {
  await enter(page, await signUp(app))
  await ready(page)
  await page.keyboard.press('?')
  await expect(hints(page)).toContainText('Add a 2FA key')
  await page.keyboard.press('?')
  await expect(hints(page)).toBeHidden()
  await page.keyboard.press('?')
  await expect(hints(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hints(page)).toBeHidden()
})

test('hints name only what the screen has: signing in has no key to add', async ({ page, app }) => {
  await page.goto(`${app.url}/login`)
  await ready(page)
  await page.getByRole('button', { name: 'Keyboard and display' }).click()
  await expect(hints(page)).toContainText('Show or hide these hints')
  await expect(hints(page)).not.toContainText('Add a 2FA key')
  await expectAccessible(page)
})

test('the hints are those of the screen one is on: the profile has its tabs', async ({ page, app }) => {
  await enter(page, await signUp(app), '/profile')
  await ready(page)
  await page.keyboard.press('?')
  await expect(hints(page)).toContainText('Open Settings')
  await expect(hints(page)).not.toContainText('Add a 2FA key')
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeVisible()
  await name.fill('4 of 4?')
  await expect(name).toHaveValue('4 of 4?')
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true')
})

test('n opens the add dialog; while somebody types, or a dialog is open, letters are letters', async ({ page, app }) => {
  await enter(page, await signUp(app))
  await ready(page)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await page.keyboard.press('Control+n')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('n')
  const name = page.getByRole('dialog', { name: 'Add 2FA Key' }).getByLabel('Name', { exact: true })
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  await page.keyboard.type('n?')
  await expect(name).toHaveValue('n?')
  await page.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('?')
  await expect(hints(page)).toBeHidden()
})

test('shortcuts can be switched off, and stay off', async ({ page, app }) => {
  await enter(page, await signUp(app))
  await ready(page)
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click()
  await expect(hints(page)).not.toContainText('Add a 2FA key')
  await page.keyboard.press('Escape')
  await page.reload()
  await ready(page)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard and display' }).click()
  await expect(page.getByRole('switch', { name: 'Keyboard shortcuts' })).not.toBeChecked()
})

test('the helper adds its classes when the system prefers them, and is stored', async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' })
  await page.goto(`${app.url}/login`)
  await ready(page)
  expect(await classes(page)).toEqual([])
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Accessibility helper' }).click()
  await expect.poll(() => classes(page)).toEqual(['dark-mode', 'high-contrast'])
  expect(await page.evaluate(() => localStorage.getItem('accessibility'))).toBe('enabled')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
  await expect.poll(() => classes(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', contrast: 'more' })
  await page.reload()
  expect(await classes(page)).toEqual(['dark-mode', 'high-contrast'])
  await ready(page)
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: 'Accessibility helper' }).click()
  await expect.poll(() => classes(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('accessibility'))).toBe('disabled')
})

test('the scheme follows the system until one is chosen, which holds from the first paint on', async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${app.url}/login`)
  await ready(page)
  expect(await canvas(page)).toBe(white)
  await page.keyboard.press('?')
  await page.getByLabel('Appearance').selectOption('Dark')
  await expect.poll(() => canvas(page)).toBe(dark)

  // The application itself never arrives: what is painted now is what was painted first.
  await page.context().route(/\/assets\/(index|libraries|frame)-/, () => undefined)
  await page.goto(`${app.url}/login2`, { waitUntil: 'commit' })
  await page.locator('#root').waitFor({ state: 'attached' })
  expect(await canvas(page)).toBe(dark)
  await expect(page.getByRole('heading')).toHaveCount(0)
  expect(await page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content)).toBe('dark')
})

test('installation is offered only where the browser can, and only after a first copy', async ({ page, app }) => {
  const person = await signUp(app)
  await enter(page, person)
  await ready(page)
  const offerFromBrowser = () =>
    page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => void (document.documentElement.dataset['asked'] = 'yes'),
      })
      window.dispatchEvent(offer)
      return offer.defaultPrevented
    })
  const menu = page.getByRole('button', { name: /Account menu/ })
  const entry = page.getByRole('menuitem', { name: 'Install app' })
  expect(await offerFromBrowser()).toBe(true)
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect(entry).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()

  // The shortcuts come with the part of the page that is loaded last.
  const name = page.getByLabel('Name', { exact: true })
  await expect(async () => {
    await page.keyboard.press('n')
    await expect(name).toBeVisible({ timeout: 1000 })
  }).toPass()
  await name.fill('Code host')
  await page.getByLabel('Secret', { exact: true }).fill('JBSWY3DPEHPK3PXP')
  await page.getByRole('button', { name: 'Add Key' }).click()
  await page.getByRole('button', { name: /\d Copy code for Code host/ }).click()
  await expect(page.getByText('Code host code copied to clipboard!')).toBeVisible()
  await menu.click()
  await entry.click()
  expect(await page.evaluate(() => document.documentElement.dataset['asked'])).toBe('yes')
  await menu.click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  await expect(entry).toBeHidden()
})
