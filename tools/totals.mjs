/** @typedef {{ passed: number, failed: number, skipped: number, flaky?: number }} Totals */

/**
 * From vitest's JSON report. A file that could not even be loaded has no tests, and counts as one failure.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests?: number, numTodoTests?: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} report
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
  }
}

/**
 * From Playwright's JSON report. A flaky test passed when it was run again, and is told apart; what went wrong outside of any test is a failure.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report
 * @returns {Totals}
 */
export function playwrightTotals({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped, flaky: stats.flaky }
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
    if (totals.flaky) lines.push(`${name} had ${totals.flaky} that passed only when run again.`)
    if (totals.skipped > 0) lines.push(`${name} skipped ${totals.skipped}.`)
    if (code !== 0 && totals.failed === 0) lines.push(`${name} failed with exit code ${code} although no test did.`)
    if (code !== 0) ok = false
  }
  return { lines, passed, failed, ok: ok && failed === 0 }
}
