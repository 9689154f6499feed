import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { forEachVariant } from './variants.ts'

const folder = fileURLToPath(new URL('screenshots/', import.meta.url))

/** Writes `screenshots/<name>-<scheme>-<width>.png`, whole page, for every scheme and width that the design names. */
export async function capture(page: Page, name: string) {
  await forEachVariant(page, [320, 768, 1280], async ({ scheme, width }) => {
    // What sticks to the top of the window belongs to the top of the picture.
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: `${folder}${name}-${scheme}-${width}.png`, fullPage: true, caret: 'hide' })
  })
}
