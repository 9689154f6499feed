import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

const classes = (page: Page) => page.evaluate(() => [...document.documentElement.classList].sort())

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
