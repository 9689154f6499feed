import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { enter, signUp } from './people.ts'

const canvas = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const classes = (page: Page) => page.evaluate(() => [...document.documentElement.classList].sort())
const white = 'rgb(246, 248, 248)'
const dark = 'rgb(13, 18, 19)'

/** The helper is fetched when the page has loaded. */
const ready = (page: Page) => expect(page.locator('.update-notice')).toBeAttached()

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
