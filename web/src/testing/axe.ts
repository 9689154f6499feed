import axe, { type Result, type RunOptions } from 'axe-core'
import { expect } from 'vitest'
import { commands } from 'vitest/browser'
import { resizeWindow } from './window.ts'

type Rules = NonNullable<RunOptions['runOnly']>

/** Everything that axe knows of WCAG 2.2 AA and of best practice. */
const everything: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** Rules that a color scheme could violate: it changes colors and nothing else. */
const colours: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Fails with every finding of axe on the page as it stands: all rules in the light and narrow, contrast in the dark and wide. */
export async function expectAccessible(): Promise<void> {
  const found: string[] = []
  for (const [scheme, width, rules] of [
    ['light', 320, everything],
    ['dark', 1280, colours],
  ] as const) {
    await resizeWindow(width)
    // Elements scrolled halfway beneath the header would count as too small to be touched.
    window.scrollTo(0, 0)
    await commands.preferScheme(scheme)
    await settled()
    for (const { id, help, nodes } of await violationsOf(rules)) {
      found.push(
        ...nodes.map(
          ({ target, failureSummary = '' }) => `${id} (${scheme}, ${width} px): ${help}\n  at ${target.join(' ')}\n  ${failureSummary}`,
        ),
      )
    }
  }
  await commands.preferScheme(null)
  await resizeWindow(1280)
  expect(found.join('\n\n')).toBe('')
}

/** Axe waits by timers now and then. A clock that is held (clock.ts) goes on only while the test waits by `expect`. */
async function violationsOf(rules: Rules): Promise<Result[]> {
  let hasEnded = false
  const run = axe.run(document, { runOnly: rules, resultTypes: ['violations'], iframes: false }).then(({ violations }) => violations)
  void Promise.allSettled([run]).then(() => (hasEnded = true))
  await expect.poll(() => hasEnded).toBe(true)
  return run
}

/** Milliseconds. Longer ones are not on their way to something: they show how time goes by, such as a countdown. */
const longestTransition = 3000

const isOnItsWay = ({ effect, playState }: Animation) =>
  playState === 'running' && Number(effect?.getComputedTiming().endTime) <= longestTransition

/** Waits until fonts are there and every animation that leads somewhere has got there. */
async function settled(): Promise<void> {
  await document.fonts.ready
  await expect.poll(() => document.getAnimations().some(isOnItsWay)).toBe(false)
}
