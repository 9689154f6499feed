import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, step } from './process.mjs'
import { addTotals, playwrightTotals, vitestTotals } from './totals.mjs'

/**
 * Every runner, with where it leaves its report and how that is counted.
 * @type {{ name: string, program: string, input: string[], report: string, count: (report: never) => import('./totals.mjs').Totals }[]}
 */
const runners = [
  {
    name: 'vitest',
    program: 'vitest',
    input: ['run', '--reporter=default', '--reporter=json', '--outputFile.json=.cache/vitest.json'],
    report: '.cache/vitest.json',
    count: vitestTotals,
  },
  {
    name: 'playwright',
    program: 'playwright',
    input: ['test', '--config', 'e2e/playwright.config.ts'],
    report: '.cache/playwright.json',
    count: playwrightTotals,
  },
]

/** Runs all tests and prints the real totals as the last line. Fails also when a runner counted nothing. */
export async function test() {
  const results = []
  for (const { name, program, input, report, count } of runners) {
    const file = join(root, report)
    await rm(file, { force: true })
    const code = await step(program, input)
    const text = await readFile(file, 'utf8').catch(() => undefined)
    const totals = text === undefined ? undefined : count(/** @type {never} */ (JSON.parse(text)))
    results.push({ name, code, totals })
  }
  const { lines, passed, failed, ok } = addTotals(results)
  for (const line of lines) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  return ok ? 0 : 1
}
