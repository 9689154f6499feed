import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Variant } from './variants.ts'

const folder = fileURLToPath(new URL('screenshots/', import.meta.url))

/**
 * Writes `screenshots/<name>-<scheme>-<width>.png` of the page, which is shown in `variant`: the whole of it, or the window while something
 * floats over it, which is placed by the window.
 */
export async function capture(page: Page, name: string, { scheme, width }: Variant) {
  const isCovered = (await page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()) > 0
  if (!isCovered) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.screenshot({ path: `${folder}${name}-${scheme}-${width}.png`, fullPage: !isCovered, caret: 'hide' })
}
