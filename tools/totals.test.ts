import { expect, test } from 'vitest'
import { addTotals, playwrightTotals, vitestTotals } from './totals.mjs'

const good = { passed: 3, failed: 0, skipped: 0, failures: [] }

test('a test file that cannot be loaded is a failure', () => {
  const testResults = [
    { name: 'a.test.ts', status: 'failed', message: 'Cannot find b', assertionResults: [] },
    {
      name: 'c.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'adds', failureMessages: ['\u001B[31mexpected 2\u001B[39m\nat line 1'] }],
    },
    { name: 'd.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'takes away' }] },
  ]
  expect(vitestTotals({ numPassedTests: 1, numFailedTests: 1, numPendingTests: 2, testResults })).toEqual({
    passed: 1,
    failed: 2,
    skipped: 2,
    failures: ['FAILED a.test.ts › the file: Cannot find b', 'FAILED c.test.ts › adds: expected 2'],
  })
})

test('an error outside of tests is a failure, and a test that passed when it was run again is shown as such', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 }
  const specs = [
    { title: 'opens', ok: false, tests: [{ results: [{ error: { message: 'timed out' } }] }] },
    { title: 'closes', ok: true, tests: [{ results: [{}] }] },
  ]
  const totals = playwrightTotals({
    stats,
    errors: [{}],
    suites: [{ title: 'door', file: 'door.spec.ts', suites: [{ title: '', file: 'door.spec.ts', specs }] }],
  })
  expect(totals).toEqual({
    passed: 6,
    failed: 2,
    skipped: 2,
    flaky: 1,
    failures: ['FAILED playwright › outside of any test: no reason given', 'FAILED door.spec.ts › opens: timed out'],
  })
  expect(addTotals([{ name: 'one', code: 0, totals: { ...good, flaky: 1 } }])).toEqual({
    lines: ['one had 1 that passed only when run again.'],
    passed: 3,
    failed: 0,
    ok: true,
  })
})

test('each failed test is named after the whole, where nobody has to look for it', () => {
  const failures = ['FAILED a.test.ts › adds: expected 2']
  expect(addTotals([{ name: 'one', code: 1, totals: { ...good, failed: 1, failures } }]).lines).toEqual(failures)
})

test('totals are summed over the runners', () => {
  const sum = addTotals([
    { name: 'one', code: 0, totals: good },
    { name: 'two', code: 0, totals: { ...good, passed: 4 } },
  ])
  expect(sum).toEqual({ lines: [], passed: 7, failed: 0, ok: true })
})

test.each([
  ['a failed test', { code: 1, totals: { passed: 2, failed: 1, skipped: 0, failures: [] } }],
  ['an exit code without a failed test', { code: 1, totals: good }],
  ['a failed test with exit code 0', { code: 0, totals: { passed: 2, failed: 1, skipped: 0, failures: [] } }],
  ['no report', { code: 0, totals: undefined }],
  ['no tests', { code: 0, totals: { passed: 0, failed: 0, skipped: 9, failures: [] } }],
])('%s fails the whole', (_, result) => {
  expect(
    addTotals([
      { name: 'first', code: 0, totals: good },
      { name: 'second', ...result },
    ]).ok,
  ).toBe(false)
})
