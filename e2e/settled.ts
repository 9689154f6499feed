import type { Page } from '@playwright/test'

/** Milliseconds. Longer ones are not on their way to something: they show how time goes by, such as a countdown. */
const longestTransition = 3000

/** Waits until fonts and pictures are there and every animation that leads somewhere has got there. */
export async function settled(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  })
  await page.waitForFunction(
    (longest) =>
      document
        .getAnimations()
        .every(({ effect, playState }) => playState !== 'running' || Number(effect?.getComputedTiming().endTime) > longest),
    longestTransition,
  )
}
