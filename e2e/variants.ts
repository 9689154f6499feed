import type { Page } from '@playwright/test'
import { settled } from './settled.ts'

/** A color scheme, and a width of the window in CSS pixels. */
export type Variant = { scheme: 'light' | 'dark'; width: number }

/** Those in which nearly everything that goes wrong in any is seen. */
export const distinctVariants: readonly Variant[] = [
  { scheme: 'light', width: 320 },
  { scheme: 'dark', width: 1280 },
]

export const everyVariant: readonly Variant[] = (['light', 'dark'] as const).flatMap((scheme) =>
  [320, 375, 768, 1280, 1680].map((width) => ({ scheme, width })),
)

/** Shows the page, as it stands, in each variant, one after the other; afterwards it is as it was. */
export async function forEachVariant(page: Page, variants: readonly Variant[], visit: (variant: Variant) => Promise<void>) {
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  try {
    for (const variant of variants) {
      await page.emulateMedia({ colorScheme: variant.scheme })
      await page.setViewportSize({ width: variant.width, height: variant.width < 600 ? 640 : 800 })
      await settled(page)
      await visit(variant)
    }
  } finally {
    await page.emulateMedia({ colorScheme: null })
    await page.setViewportSize(size)
  }
}
