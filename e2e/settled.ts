import type { Page } from '@playwright/test'

/** Waits until fonts and pictures are there and every animation that has an end has reached it. */
export async function settled(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
}
