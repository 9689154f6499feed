import { relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/**
 * `failures` names each failed test with its file and the first line of the reason.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky?: number, failures: string[] }} Totals
 */

/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} VitestResult */
/** @typedef {{ title: string, file?: string, suites?: PlaywrightSuite[],
 *   specs?: { title: string, ok: boolean, tests: { results: { error?: { message?: string } }[] }[] }[] }} PlaywrightSuite */

/**
 * From vitest's JSON report. A file that could not even be loaded has no tests, and counts as one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults: { name: string, status: string, message?: string, assertionResults: VitestResult[] }[] }} report
 * @returns {Totals}
 */
export function vitestTotals(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures: [
      ...broken.map(({ name, message }) => failure(name, 'the file', message)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map((result) => failure(name, result.fullName, result.failureMessages?.[0])),
      ),
    ],
  }
}

/**
 * From Playwright's JSON report. A flaky test passed when it was repeated, and is counted separately; an error outside of any test is a failure.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: { message?: string }[],
 * suites: PlaywrightSuite[] }} report
 * @returns {Totals}
 */
export function playwrightTotals({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: stats.flaky,
    failures: [...errors.map(({ message }) => failure('playwright', 'outside of any test', message)), ...suites.flatMap(failedSpecs)],
  }
}

/** @param {PlaywrightSuite} suite @returns {string[]} */
function failedSpecs({ file, title, suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map((spec) =>
      failure(file ?? title, spec.title, spec.tests.flatMap(({ results }) => results).find(({ error }) => error)?.error?.message),
    ),
    ...suites.flatMap(failedSpecs),
  ]
}

/** @param {string} file @param {string} test @param {string} [reason] */
function failure(file, test, reason) {
  const first =
    stripVTControlCharacters(reason ?? '')
      .split('\n')
      .find(Boolean) ?? 'no reason given'
  return `FAILED ${relative(process.cwd(), resolve(file))} › ${test}: ${first}`
}

/**
 * The sum, whether all is well, and a line for whatever the two numbers do not tell.
 * @param {{ name: string, code: number, totals: Totals | undefined }[]} results
 */
export function addTotals(results) {
  const lines = []
  let [passed, failed, ok] = [0, 0, true]
  for (const { name, code, totals } of results) {
    if (!totals || totals.passed + totals.failed === 0) {
      ok = false
      lines.push(`${name} ran no tests (exit code ${code}).`)
      continue
    }
    passed += totals.passed
    failed += totals.failed
    lines.push(...totals.failures)
    if (totals.flaky) lines.push(`${name} had ${totals.flaky} that passed only when run again.`)
    if (totals.skipped > 0) lines.push(`${name} skipped ${totals.skipped}.`)
    if (code !== 0 && totals.failed === 0) lines.push(`${name} failed with exit code ${code} although no test did.`)
    if (code !== 0) ok = false
  }
  return { lines, passed, failed, ok: ok && failed === 0 }
}
