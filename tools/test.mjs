import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, step } from './process.mjs'
import { addTotals, playwrightTotals, vitestTotals } from './totals.mjs'

/**
 * With where it leaves its report and how that is counted.
 * @typedef {{ name: string, program: string, input: string[], ofNothing: string, report: string, priority?: number,
 *   count: (report: never) => import('./totals.mjs').Totals }} Runner
 */

/** @param {string} name @param {string} project @param {string} report @returns {Runner} */
const vitest = (name, project, report) => ({
  name,
  program: 'vitest',
  input: ['run', `--project=${project}`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ofNothing: '--passWithNoTests',
  report,
  count: vitestTotals,
})

/** @param {string} name @param {string} config @param {string} report @returns {Runner} */
const playwright = (name, config, report) => ({
  name,
  program: 'playwright',
  input: ['test', '--config', config],
  ofNothing: '--pass-with-no-tests',
  report,
  count: playwrightTotals,
})

/** All tests, or those of the files whose path holds one of `patterns`. @param {string[]} patterns */
export const test = (patterns) =>
  runAll(
    [
      // Browsers wait more than they compute, so their tests run beside those that compute.
      // Theirs is the longer row: with equal shares one of two cores has little to do at the end.
      [{ ...vitest('vitest', '!components', '.cache/vitest.json'), priority: 2 }],
      [
        vitest('components', 'components', '.cache/components.json'),
        playwright('playwright', 'e2e/playwright.config.ts', '.cache/playwright.json'),
      ],
    ],
    patterns,
  )

/** Every screen in each of its states, or those whose name holds one of `patterns`. @param {string[]} patterns */
export const walkScreens = (patterns) =>
  runAll(
    [[playwright('screens', 'e2e/screens.config.ts', '.cache/screens.json')]],
    patterns.map((pattern) => `--grep=${pattern}`),
  )

/**
 * Prints the real totals as the last line. Fails also when nothing was counted: in a runner, or where `patterns` choose, in all of them.
 * @param {Runner[][]} rows each runs beside the others, its runners one after the other @param {string[]} patterns
 */
async function runAll(rows, patterns) {
  const runRow = async (/** @type {Runner[]} */ row) => {
    const results = []
    for (const runner of row) results.push(await runOne(runner, patterns))
    return results
  }
  const results = (await Promise.all(rows.map(runRow))).flat()
  const { lines, passed, failed, ok } = addTotals(patterns.length > 0 ? chosen(results) : results)
  for (const line of lines) console.log(line)
  console.log(`${passed} passed, ${failed} failed`)
  return ok ? 0 : 1
}

/** @param {Runner} runner @param {string[]} patterns */
async function runOne({ name, program, input, ofNothing, report, count, priority }, patterns) {
  const file = join(root, report)
  await rm(file, { force: true })
  const code = await step(program, patterns.length > 0 ? [...input, ofNothing, ...patterns] : input, '.', priority)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return { name, code, totals: text === undefined ? undefined : count(/** @type {never} */ (JSON.parse(text))) }
}

/**
 * Without those that had nothing to run, unless that is all of them.
 * @param {{ name: string, code: number, totals: import('./totals.mjs').Totals | undefined }[]} results
 */
function chosen(results) {
  const ran = results.filter(({ code, totals }) => code !== 0 || (totals && totals.passed + totals.failed + totals.skipped > 0))
  return ran.length > 0 ? ran : results
}
