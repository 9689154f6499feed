import { type Page, chromium } from '@playwright/test'
import { chromiumLaunch } from '@twofold/e2e/chromium.ts'
import { addKeys, type Person, signUp } from './person.ts'
import { printAims } from './print.ts'
import { startServer } from './server-process.ts'

/* Measures of the vault: fully visible codes, and keystrokes from an open page to a copied code. */

const keys = 32
const resizeMs = 500

/** The last one is 1280 × 800 at 200 %. */
const windows = [
  { width: 1280, height: 800, atLeast: 12 },
  { width: 375, height: 760, atLeast: 9 },
  { width: 640, height: 400, atLeast: 4 },
] as const

export async function benchVault(): Promise<void> {
  const server = await startServer<{ url: string }>('ours.ts')
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const person = await signUp(server.ready.url, 'vault@example.org')
    await addKeys(person, keys)
    const context = await browser.newContext({ serviceWorkers: 'block', permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await open(page, person)
    const seen = []
    for (const { width, height, atLeast } of windows) {
      await page.setViewportSize({ width, height })
      // Rows are laid out again a moment after the window has changed.
      await page.waitForTimeout(resizeMs)
      const value = await visibleCodes(page)
      seen.push({ name: `codes wholly seen at ${width} × ${height}`, value, text: value.toFixed(0), atLeast })
      const top = await page
        .locator('.key-row')
        .first()
        .evaluate((row) => row.getBoundingClientRect().top)
      seen.push({ name: `first row at y, ${width} wide`, value: top, text: top.toFixed(0), atMost: 128 })
    }
    await page.setViewportSize(windows[0])
    const tabs = await tabsToCode(page)
    await open(page, person)
    const presses = await keysToCopy(page)
    seen.push({ name: 'stops of Tab to the first code', value: tabs, text: tabs.toFixed(0), atMost: 3 })
    printAims([...seen, { name: 'keys from an open page to a copied code', value: presses, text: presses.toFixed(0), atMost: 2 }])
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function open(page: Page, { url, token }: Person) {
  await page.goto(`${url}/livez`)
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token)
  await page.goto(`${url}/dashboard`)
  await page
    .locator('.key-digits')
    .filter({ hasText: /\d{3} \d{3}/ })
    .first()
    .waitFor()
}

/** Of which no part is outside the window or beneath what sticks to it. */
const visibleCodes = (page: Page) =>
  page.locator('.key-digits').evaluateAll(
    (all) =>
      all.filter((code) => {
        const { left, right, top, bottom } = code.getBoundingClientRect()
        if (top < 0 || bottom > window.innerHeight) return false
        const row = code.closest('.key-row')
        return row?.contains(document.elementFromPoint(left + 1, top + 1)) && row.contains(document.elementFromPoint(right - 1, bottom - 1))
      }).length,
  )

/** From an open page, by the link that skips to the content, which is the first stop. */
async function tabsToCode(page: Page): Promise<number> {
  const isAtCode = () =>
    page.evaluate(() => document.activeElement?.closest('.key-row') !== null && document.activeElement !== document.body)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  for (let stops = 2; stops < 20; stops += 1) {
    await page.keyboard.press('Tab')
    if (await isAtCode()) return stops
  }
  return Infinity
}

/** With the quickest way that leads to every key near the top. */
async function keysToCopy(page: Page): Promise<number> {
  for (const [index, key] of ['j', 'Enter'].entries()) {
    await page.keyboard.press(key)
    const copied = await page.getByText('code copied to clipboard!').isVisible()
    if (copied) return index + 1
  }
  await page.getByText('code copied to clipboard!').waitFor()
  return 2
}
