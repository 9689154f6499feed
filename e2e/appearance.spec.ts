import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const canvas = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const white = 'rgb(246, 248, 248)'
const dark = 'rgb(13, 18, 19)'

test('the scheme follows the system until one is chosen, which holds from the first paint on', async ({ page, app }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${app.url}/login`)
  // The shortcuts are fetched when the page has loaded.
  await expect(page.locator('.update-notice')).toBeAttached()
  expect(await canvas(page)).toBe(white)
  await page.keyboard.press('?')
  await page.getByLabel('Appearance').selectOption('Dark')
  await expect.poll(() => canvas(page)).toBe(dark)

  // The application itself never arrives: what is painted now is what was painted first.
  await page.context().route(/\/assets\/(index|libraries|frame)-/, () => undefined)
  await page.goto(`${app.url}/login2`, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0)
  expect(await canvas(page)).toBe(dark)
  await expect(page.getByRole('heading')).toHaveCount(0)
  expect(await page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')?.content)).toBe('dark')
})
