import { randomBytes } from 'node:crypto'
import { readdir, symlink } from 'node:fs/promises'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { examine } from '../doctor.ts'
import { folder } from '../platform/backup/testing/make-backup.ts'
import { bareEnvironment } from './bare-environment.ts'
import { serverProgram } from './server-program.ts'
import { startTestApp } from './start-test-app.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'

const run = promisify(execFile)

async function startInstallation() {
  const app = await startTestApp()
  const environment = { DATABASE_URL: databaseUrl(app.connection), DATA_DIR: app.config.dataDir, APP_URL: app.url }
  const look = async (others: Record<string, string> = {}) =>
    new Map((await examine({ ...environment, ...others })).map((one) => [one.check, one] as const))
  return { app, look, environment }
}

test('the doctor finds a running installation good but for what is not set up, and changes nothing', async () => {
  const { app, look } = await startInstallation()
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Code host')
  const kept = () => sql`select (select count(*) from keyrings) rings, (select count(*) from audit_log) acts`.execute(app.db)
  const before = await kept()
  const found = await look()
  expect((await kept()).rows).toEqual(before.rows)
  expect([...found.values()].filter(({ status }) => status === 'broken')).toEqual([])
  for (const check of ['Configuration', 'PostgreSQL', 'Connections', 'Root key', 'Disk', 'Address'])
    expect(found.get(check)?.status).toBe('good')
  expect(found.get('Backup')).toMatchObject({ status: 'warning', message: expect.stringContaining('No backup was ever made') as string })
})

test('the doctor names a root key that is not that of the data, and looks no further', async () => {
  const { look } = await startInstallation()
  const found = await look({ MASTER_KEY: randomBytes(32).toString('hex') })
  expect(found.get('Root key')).toMatchObject({
    status: 'broken',
    message: expect.stringContaining('is not the root key of this database') as string,
  })
  expect(found.has('Backup')).toBe(false)
})

test('the doctor names a root key that no installation could begin with', async () => {
  const environment = { DATA_DIR: join(await folder(), 'data'), MASTER_KEY: 'change-me' }
  expect(await examine(environment)).toContainEqual({
    check: 'Root key',
    status: 'broken',
    message: expect.stringMatching(/^MASTER_KEY must hold 32 random bytes/) as string,
  })
  const missing = { ...environment, MASTER_KEY: '', MASTER_KEY_FILE: '/nowhere/key' }
  expect((await examine(missing)).map(({ message }) => message)).toContain('MASTER_KEY_FILE names /nowhere/key, which does not exist.')
})

test('the doctor names a variable that is probably misspelled', async () => {
  const found = await examine({ DATA_DIR: join(await folder(), 'data'), LOG_LEVLE: 'debug' })
  expect(found[0]).toMatchObject({ check: 'Configuration', status: 'warning', message: expect.stringContaining('LOG_LEVEL') as string })
})

test('the doctor leaves a database that is older as it is, and says who changes it', async () => {
  const { app, look } = await startInstallation()
  const newest = sql`(select max(name) from migrations)`
  await sql`delete from migrations where name = ${newest}`.execute(app.asOwner())
  const count = () => sql<{ rows: string }>`select count(*) as rows from migrations`.execute(app.db)
  const before = (await count()).rows
  expect((await look()).get('PostgreSQL')).toMatchObject({
    status: 'warning',
    message:
      'The database is older than this version (1 migration waits). npm start or any other command brings it up to date; make a backup with the version before first.',
  })
  expect((await count()).rows).toEqual(before)
})

test('the doctor names a database that is newer than the program', async () => {
  const { app, look } = await startInstallation()
  await sql`insert into migrations (name, checksum) values ('9999-later.sql', 'x')`.execute(app.asOwner())
  expect((await look()).get('PostgreSQL')).toMatchObject({
    status: 'broken',
    message: expect.stringContaining('newer than this version') as string,
  })
})

test('the doctor says when nobody answers at the address, and when a proxy is not trusted', async () => {
  const { look } = await startInstallation()
  const found = await look({ APP_URL: 'https://127.0.0.1:1' })
  expect(found.get('Address')).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^Nothing answers at https:\/\/127\.0\.0\.1:1 /) as string,
  })
  expect(found.get('Proxy')?.message).toContain('TRUSTED_PROXIES is not set')
})

test('without an installation the doctor makes none', async () => {
  const { app } = await startInstallation()
  const [files, found] = [await readdir(app.config.dataDir), await examine({ DATA_DIR: join(app.config.dataDir, 'none') })]
  expect(found.at(-1)?.message).toContain('There is no installation in')
  expect(await readdir(app.config.dataDir)).toEqual(files)
})

test('a data folder that cannot be looked into is broken, and not an installation that is absent', async () => {
  const circle = join(await folder(), 'data')
  await symlink(circle, circle)
  const found = await examine({ DATA_DIR: circle })
  expect(found.at(-1)).toMatchObject({
    check: 'PostgreSQL',
    status: 'broken',
    message: expect.stringContaining('lead in a circle') as string,
  })
})

test('the exit code of the doctor is the worst it found: 0, 1 with warnings, 2 when broken', () => {
  const run = (env: Record<string, string>, ...options: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'doctor', ...options], {
      env: { ...bareEnvironment(), ...env },
      encoding: 'utf8',
    })
  const broken = run({ DATABASE_URL: databaseUrl({ ...inject('postgres'), database: 'absent' }) }, '--json')
  expect([broken.status, JSON.parse(broken.stdout)]).toEqual([
    2,
    {
      status: 'broken',
      checks: [
        expect.objectContaining({ check: 'Configuration', status: 'good' }),
        { check: 'PostgreSQL', status: 'broken', message: 'The database that DATABASE_URL names does not exist. Create it first.' },
      ],
    },
  ])
  const warned = run({ DATA_DIR: '/does/not/exist' })
  expect([warned.status, warned.stdout]).toEqual([
    1,
    expect.stringMatching(/^good +Configuration[^]*\nWARNING +PostgreSQL +There is no installation/),
  ])
})

test('the doctor says of an installation that was restored and never started that a start makes its queue', async () => {
  const { app, look } = await startInstallation()
  await sql`drop schema pgboss cascade`.execute(app.asOwner())
  const found = await look()
  expect(found.get('Jobs')).toEqual({
    check: 'Jobs',
    status: 'warning',
    message: 'This installation was restored and has not been started since. npm start makes its queue of jobs.',
  })
  expect([...found.values()].filter(({ status }) => status === 'broken')).toEqual([])
  expect(found.has('Backup')).toBe(false)
})

test('the doctor waits until a node that was just started is ready, and says when it is not in time', async () => {
  const { app, environment } = await startInstallation()
  const cli = await serverProgram('cli')
  const wait = (port: number, ...options: string[]) =>
    run(process.execPath, [cli, 'doctor', ...options], {
      env: { ...bareEnvironment(), ...environment, HOST: '127.0.0.1', PORT: String(port) },
    }).then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => {
        const { code, stderr } = error as { code: number; stderr: string }
        return { code, stderr }
      },
    )
  const [there, absent, wrong] = await Promise.all([
    wait(Number(new URL(app.url).port), '--wait-ready', '600'),
    wait(1, '--wait-ready', '1'),
    wait(1, '--wait-ready', 'soon'),
  ])
  expect(there).toEqual({ code: 0, stderr: '' })
  expect(absent).toEqual({ code: 2, stderr: expect.stringContaining('did not become ready within 1 seconds') as string })
  expect(wrong).toEqual({ code: 1, stderr: expect.stringContaining('doctor -- --wait-ready SECONDS') as string })
})
