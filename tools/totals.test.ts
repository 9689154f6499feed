import { expect, test } from 'vitest'
import { addTotals, playwrightTotals, vitestTotals } from './totals.mjs'

const good = { passed: 3, failed: 0, skipped: 0 }

test('a test file that cannot be loaded is a failure', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]
  expect(vitestTotals({ numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, testResults })).toEqual({
    passed: 1,
    failed: 2,
    skipped: 2,
  })
})

test('an error outside of tests is a failure, and a test that passed when it was run again is told apart', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  const totals = playwrightTotals({ stats, errors: [{}] })
  expect(totals).toEqual({ passed: 6, failed: 2, skipped: 2, flaky: 1 })
  expect(addTotals([{ name: 'one', code: 0, totals: { ...good, flaky: 1 } }])).toEqual({
    lines: ['one had 1 that passed only when run again.'],
    passed: 3,
    failed: 0,
    ok: true,
  })
})

test('totals are summed over the runners', () => {
  const sum = addTotals([
    { name: 'one', code: 0, totals: good },
    { name: 'two', code: 0, totals: { ...good, passed: 4 } },
  ])
  expect(sum).toEqual({ lines: [], passed: 7, failed: 0, ok: true })
})

test.each([
  ['a failed test', { code: 1, totals: { passed: 2, failed: 1, skipped: 0 } }],
  ['an exit code without a failed test', { code: 1, totals: good }],
  ['a failed test with exit code 0', { code: 0, totals: { passed: 2, failed: 1, skipped: 0 } }],
  ['no report', { code: 0, totals: undefined }],
  ['no tests', { code: 0, totals: { passed: 0, failed: 0, skipped: 9 } }],
])('%s fails the whole', (_, result) => {
  expect(
    addTotals([
      { name: 'first', code: 0, totals: good },
      { name: 'second', ...result },
    ]).ok,
  ).toBe(false)
})
