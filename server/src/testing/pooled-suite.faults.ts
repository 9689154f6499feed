import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasPgBouncer, type PoolerMode } from '../platform/testing/pgbouncer.ts'

/** The whole suite on a machine that does other work. While one mode goes on the other one must not begin. */
const longestMs = 3 * 60 * 60_000

const root = join(import.meta.dirname, '../../..')

/** `SUITE="keys sharing" npm run faults -- pooled-suite` runs the files whose path holds one of these. */
const patterns = (process.env['SUITE'] ?? '').split(' ').filter((pattern) => pattern !== '')

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; status: string; message: string; assertionResults: { status: string; fullName: string }[] }[]
}

if (!hasPgBouncer()) console.log('Not run: pgbouncer is not installed (apt-get install pgbouncer).')

/** The tests of the server as `npm test` runs them, with PgBouncer between. */
async function runSuite(mode: PoolerMode) {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-suite-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'report.json')
  // Of the run that this test is in, whose settings are others.
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|MODE$|PROD$|DEV$)/.test(name)),
  )
  const child = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project=server', '--reporter=json', `--outputFile.json=${file}`, ...patterns],
    { cwd: root, env: { ...inherited, TEST_POOLER: mode }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  await once(child, 'exit')
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

test.skipIf(!hasPgBouncer()).each(['session', 'transaction'] as const)(
  'the tests of the server pass through PgBouncer in %s mode',
  async (mode) => {
    const from = performance.now()
    const report = await runSuite(mode)
    const minutes = ((performance.now() - from) / 60_000).toFixed(1)
    console.log(
      `${mode}: ${report.numPassedTests} passed, ${report.numFailedTests} failed, ${report.testResults.length} files, ${minutes} minutes`,
    )
    const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => [
      ...assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => `${name}: ${fullName}`),
      ...(status === 'failed' && assertionResults.length === 0 ? [`${name}: ${message}`] : []),
    ])
    if (failed.length > 0) console.log(failed.join('\n'))
    expect(failed).toEqual([])
    expect(report.numPassedTests).toBeGreaterThan(0)
  },
  longestMs,
)
