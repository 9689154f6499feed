import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { forEachVariant } from './variants.ts'

const folder = fileURLToPath(new URL('screenshots/', import.meta.url))

/**
 * Writes `screenshots/<name>-<scheme>-<width>.png` for every scheme and width that the design names: the whole page, or the window while
 * something floats over it, which is placed by the window.
 */
export async function capture(page: Page, name: string) {
  await forEachVariant(page, [320, 768, 1280], async ({ scheme, width }) => {
    const isCovered = (await page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()) > 0
    if (!isCovered) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await page.screenshot({ path: `${folder}${name}-${scheme}-${width}.png`, fullPage: !isCovered, caret: 'hide' })
  })
}
