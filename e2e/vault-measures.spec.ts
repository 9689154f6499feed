import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { addKey, enter } from './people.ts'

/* Usability targets of the vault: codes visible at once, and keystrokes to reach one. */

const names = ['GitHub', 'Stripe', 'Cloudflare', 'Hetzner', 'North Bank', 'Figma', 'DigitalOcean', 'Dropbox', 'Registrar', 'Mail', 'Door']

test.beforeEach(async ({ person }) => {
  for (let key = 0; key < 18; key += 1) {
    await addKey(person, { name: `${names[key % names.length]} ${key + 1}`, account: `ops${key}@example.org` })
  }
})

/** Codes of which no pixel is outside the window or beneath what sticks to it. */
const visibleCodes = (page: Page) =>
  page.locator('.key-digits').evaluateAll(
    (all) =>
      all.filter((code) => {
        const { left, right, top, bottom } = code.getBoundingClientRect()
        if (!/\d{3} \d{3}/.test(code.textContent) || top < 0 || bottom > window.innerHeight) return false
        const row = code.closest('.key-row')
        return [
          [left + 1, top + 1],
          [right - 1, bottom - 1],
        ].every(([x = 0, y = 0]) => row?.contains(document.elementFromPoint(x, y)))
      }).length,
  )

test('at every size as many codes as promised are wholly visible, in rows right beneath the bar and apart from the edges', async ({
  page,
  person,
}) => {
  await enter(page, person)
  await expect(page.locator('.key-digits').first()).toHaveText(/\d{3} \d{3}/)
  for (const { width, height, codes } of [
    { width: 1280, height: 800, codes: 12 },
    { width: 375, height: 760, codes: 9 },
    // 1280 × 800 at 200 %.
    { width: 640, height: 400, codes: 4 },
  ]) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => visibleCodes(page), `${width} × ${height}`).toBeGreaterThanOrEqual(codes)
    const top = await page
      .locator('.key-row')
      .first()
      .evaluate((row) => row.getBoundingClientRect().top)
    expect(Math.round(top)).toBeLessThanOrEqual(128)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }

  // On a phone a row keeps its distance from both edges, as it would in Arabic or Hebrew too.
  await page.setViewportSize({ width: 375, height: 760 })
  const tile = page.locator('.key-row .ui-tile').first()
  await expect.poll(async () => (await tile.boundingBox())?.x).toBe(12)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expect.poll(async () => (await tile.boundingBox())?.x).toBe(375 - 12 - 32)
})

test('three stops of Tab lead to the first code, and two keys copy one', async ({ page, person }) => {
  await enter(page, person)
  // The row of the last key that is pressed: until then nobody may hear it, or there is nothing to copy.
  for (const row of [0, 2]) await expect(page.locator('.key-digits').nth(row)).toHaveText(/\d{3} \d{3}/)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toBeInViewport()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy the code of GitHub 1, ops0@example.org' })).toBeFocused()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.key-rows'))).toBeNull()

  await page.keyboard.press('3')
  await expect(page.getByText('Cloudflare 3 code copied to clipboard!')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText('GitHub 1 code copied to clipboard!')).toBeVisible()
  const shown = await page.locator('.key-digits').first().textContent()
  expect(shown?.replace(/\s/, '')).toBe(await page.evaluate(() => navigator.clipboard.readText()))
})
