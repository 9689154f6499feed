import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { addKey, enter } from './people.ts'
import { mostCalls } from './script-weight.ts'
import { openSignIn } from './sign-in-page.ts'

/*
 * Milliseconds differ from machine to machine and from run to run. How often functions of ours and of our libraries are called differs little, and
 * says as well that something runs that did not run before.
 */

/** Thousands of calls of functions in the built scripts while `open` runs. */
async function countCalls(page: Page, open: () => Promise<void>): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('Profiler.enable')
  await client.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await open()
  const { result } = await client.send('Profiler.takePreciseCoverage')
  const counts = result
    .filter(({ url }) => url.includes('/assets/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
  return counts.reduce((sum, count) => sum + count, 0) / 1000
}

/** Excludes idle work, however long the rest takes on a busy machine. */
const leaveIdleWork = (page: Page) => page.addInitScript(() => (window.requestIdleCallback = () => 0))

test('the sign-in screen calls few functions before it can be used, and asks Intl for nothing', async ({ page, app }) => {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    for (const name of ['DateTimeFormat', 'NumberFormat', 'Collator', 'RelativeTimeFormat', 'ListFormat'] as const) {
      const Format = Intl[name] as unknown as { supportedLocalesOf: () => unknown }
      Format.supportedLocalesOf = () => asked.push(`${name}.supportedLocalesOf`)
      const heard = new Proxy(Format as unknown as new () => object, {
        construct(target, input) {
          asked.push(name)
          return Reflect.construct(target, input) as object
        },
      })
      Object.defineProperty(Intl, name, { value: heard })
    }
  })
  await leaveIdleWork(page)
  const calls = await countCalls(page, async () => {
    await openSignIn(page, app)
    // Its first answers draw it once more.
    await page.waitForLoadState('networkidle')
  })
  expect(calls).toBeGreaterThan(1)
  expect(calls).toBeLessThanOrEqual(mostCalls.login)
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([])
})

test('the dashboard calls few functions before the codes of eight keys are there', async ({ page, person }) => {
  for (let key = 1; key <= 8; key += 1) await addKey(person, { name: `Key ${key}` })
  await leaveIdleWork(page)
  await enter(page, person)
  // The cards are drawn once more when their codes come after the keys, and when the codes age, which a busy machine makes likely: what has to be
  // done is what the best of ten openings does.
  const counts: number[] = []
  const opening = () =>
    countCalls(page, async () => {
      await page.reload()
      await expect(page.locator('button.code[data-state=live]')).toHaveCount(8)
    })
  while (counts.length < 10 && !counts.some((count) => count <= mostCalls.dashboard)) counts.push(await opening())
  expect(Math.min(...counts)).toBeLessThanOrEqual(mostCalls.dashboard)
})
