import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addKey, listKeys } from '@twofold/contract/keys'
import { signUp } from '@twofold/contract/sessions'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../platform/log.ts'
import { installRelease } from './installed-release.ts'
import { startNodeProcess } from './node-process.ts'
import { makeLaterRelease, makeRelease } from './releases.ts'
import { createClient, createPerson, testPassword, testPin } from './start-test-app.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'

/*
 * Two releases of the project, as archives: that of these sources, and a later one of the same sources that widens a table. One of the later ones
 * is broken on purpose: it starts, and never listens.
 */
const old = `twofold-0.1.0-${process.platform}-${process.arch}`
const later = `twofold-0.2.0-${process.platform}-${process.arch}`
let release: ReturnType<typeof makeRelease>
let good: string
let broken: string

const widen = (tree: string) =>
  writeFile(
    join(tree, 'server/src/migrations/9999-wider.sql'),
    `-- expand from 0.1.0\nalter table keys add column shoe_size int not null default 42;\n`,
  )

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-upgrade-'))
  return folder
}

beforeAll(async () => {
  release = makeRelease()
  const folder = await makeFolder()
  good = await makeLaterRelease(release.tree, '0.2.0', join(folder, 'good'), widen)
  broken = await makeLaterRelease(release.tree, '0.2.0', join(folder, 'broken'), async (tree) => {
    await widen(tree)
    await writeFile(join(tree, 'server/serve.mjs'), 'setInterval(() => {}, 1000)\n')
  })
  return () => rm(folder, { recursive: true, force: true })
}, 20 * 60_000)

test('a broken release gives way: the old one serves again within 90 seconds, goes on writing and making backups, and nothing is lost', async () => {
  const { upgrade, current, env, folder, untilWritten, requireNothingLost } = await installRelease(release.archive)
  const { code, output } = await upgrade(broken)
  const longestGapMs = await untilWritten()
  console.log(`The longest time without a write was ${(longestGapMs / 1000).toFixed(1)} s.`)
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(`${old} serves again, and nothing is lost.`) as string })
  expect(output).toContain('Migrations made beside Twofold 0.1.0: 1.')
  expect(output).toContain('was restored for a trial')
  expect(await current()).toBe(old)
  expect(longestGapMs).toBeLessThan(90_000)
  const twofold = join(folder, 'current/bin/twofold')
  for (const command of ['backup', 'drill']) execFileSync(twofold, [command], { env, stdio: 'pipe' })
  await requireNothingLost()
})

test('a good release serves, and one that is older than its database learns so', async () => {
  const { upgrade, current, folder, env, isReady, requireNothingLost } = await installRelease(release.archive)
  expect(await upgrade(good)).toMatchObject({ code: 0, output: expect.stringContaining(`${later} serves.`) as string })
  expect(await current()).toBe(later)
  expect(await isReady()).toBe(true)
  expect(execFileSync(join(folder, 'current/bin/twofold'), ['--version'], { env, encoding: 'utf8' }).trim()).toBe('0.2.0')
  expect(await upgrade(release.archive)).toMatchObject({ code: 1, output: expect.stringContaining('is older than 0.2.0') as string })
  await requireNothingLost()
})

/** Its messages and steps, from first to last. `restart`: replaces the service's. */
const steps: { at: string; isThere: (seen: { output: string; link: string }) => boolean; restart?: string }[] = [
  { at: 'when the archive was found whole', isThere: ({ output }) => output.includes('is whole') },
  { at: 'when the backup was made', isThere: ({ output }) => output.includes('The backup is made') },
  { at: 'when the backup was tried', isThere: ({ output }) => output.includes('was restored for a trial') },
  { at: 'when the release was unpacked', isThere: ({ output }) => output.includes('Unpacked ') },
  { at: 'when the migrations were made', isThere: ({ output }) => output.includes('Migrations made beside') },
  { at: 'when the link was switched', isThere: ({ link }) => link === later, restart: 'sleep 60' },
]

test('killed at any step, the old release goes on serving, and the next call ends the upgrade', async () => {
  const { begin, upgrade, current, folder, load, requireNothingLost } = await installRelease(release.archive)
  const twofold = join(folder, old, 'bin/twofold')
  for (const { at, isThere, restart } of steps) {
    const run = begin(twofold, [good], restart)
    await vi.waitUntil(async () => isThere({ output: run.output, link: await current() }) || run.code !== null, {
      timeout: 120_000,
      interval: 5,
    })
    expect({ at, code: run.code, output: run.output }).toMatchObject({ code: null })
    run.kill()
    await run.ended
    const before = load.acknowledged.length
    await vi.waitFor(() => expect({ at, more: load.acknowledged.length > before }).toEqual({ at, more: true }), 30_000)
  }
  expect(await upgrade()).toMatchObject({
    code: 0,
    output: expect.stringMatching(`An upgrade from ${old} to ${later} was interrupted. It goes on.[^]*${later} serves.`) as string,
  })
  expect(await current()).toBe(later)
  await requireNothingLost()
})

test('a node of each version serves the widened database for 60 seconds: nothing fails, and each reads what the other wrote', async () => {
  const [folder, data] = [await makeFolder(), await makeFolder()]
  onTestFinished(() => Promise.all([folder, data].map((path) => rm(path, { recursive: true, force: true }))).then(() => {}))
  for (const archive of [release.archive, good]) execFileSync('tar', ['--zstd', '-xf', archive, '-C', folder])
  const server = await startEmbeddedPostgres({ dataDir: data, log: createLog('silent'), durable: false })
  onTestFinished(() => server.stop())
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: databaseUrl(server.owner),
    MASTER_KEY: randomBytes(32).toString('base64'),
    SIGN_UP: 'open',
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: testPassword,
    // A generous limit, so that the test does not depend on how busy this machine is.
    DATABASE_TIMEOUT_SECONDS: '30',
  }
  const twofold = (name: string) => join(folder, name, 'bin/twofold')
  const before = await startNodeProcess(env, [twofold(old), 'serve'])
  execFileSync(twofold(later), ['migrate', '--beside', '0.1.0'], { env: { ...env, DATA_DIR: data }, stdio: 'pipe' })
  const after = await startNodeProcess(env, [twofold(later), 'serve'])
  const body = { name: 'Ann', email: 'ann@example.org', password: testPassword, password_confirmation: testPassword, pin: testPin }
  const { body: made } = await createClient(before.url).call(signUp, { body })
  const people = [before, after].map(({ url }) => createPerson(url, body.email, made.access_token ?? ''))

  const wrong: string[] = []
  const written: string[] = []
  const until = performance.now() + 60_000
  for (let turn = 0; performance.now() < until; turn += 1) {
    const [writer, reader] = [people[turn % 2], people[(turn + 1) % 2]]
    const name = `Key ${turn}`
    const [added, read] = await Promise.all([
      writer?.call(addKey, { body: { name, secret: 'GEZDGNBVGY3TQOJQ' } }),
      reader?.send('GET', '/api/keys/generate-codes'),
    ])
    if (added?.status === 201) written.push(name)
    else wrong.push(`${name}: ${added?.status} ${added?.body.message}`)
    if (read?.status !== 200) wrong.push(`codes: ${read?.status}`)
    await new Promise((resolve) => setTimeout(resolve, 550)) // below the limit of writes a minute
  }
  console.log(`${written.length} writes and as many reads at two versions, ${wrong.length} failed.`)
  expect(wrong).toEqual([])
  for (const person of people) {
    const { body: list } = await person.call(listKeys, {})
    const kept = new Set(list.own_keys.map((key) => key.name))
    expect(written.filter((name) => !kept.has(name))).toEqual([])
  }
  expect(written.length).toBeGreaterThan(10)
  expect([await before.stop(), await after.stop()]).toEqual([0, 0])
})
