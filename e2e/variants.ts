import type { Page } from '@playwright/test'
import { settled } from './settled.ts'

type Variant = { scheme: 'light' | 'dark'; width: number }

/** Shows the page, as it stands, in both colour schemes at each width in CSS pixels, one after the other; afterwards it is as it was. */
export async function forEachVariant(page: Page, widths: number[], visit: (variant: Variant) => Promise<void>) {
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  try {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 600 ? 640 : 800 })
        await settled(page)
        await visit({ scheme, width })
      }
    }
  } finally {
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize(size)
  }
}
