import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Longer than a browser waits for fonts that it may do without: 3 seconds with `font-display: fallback`, 100 milliseconds with `optional`. */
const lateMs = 4000

/** The family that the browser draws a text in, and whether it is one of ours. */
async function drawnIn(page: Page, selector: string) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
  await cdp.detach()
  return fonts.map(({ familyName, isCustomFont }) => [familyName.replace(/ .*/, ''), isCustomFont])
}

test('a font that comes late is still used, so that no visit stays with the fallback', async ({ page, app }) => {
  const { promise: isLate, resolve } = Promise.withResolvers<undefined>()
  await page.route(/\.woff2$/, async (route) => {
    await isLate
    await route.continue()
  })
  await page.goto(`${app.url}/login`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await drawnIn(page, 'h1')).map(([, isOurs]) => isOurs)).toEqual([false])
  await page.waitForTimeout(lateMs)
  resolve(undefined)
  await expect.poll(() => drawnIn(page, 'h1')).toEqual([['Inter', true]])
})
