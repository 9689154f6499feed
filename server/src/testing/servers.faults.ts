import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { purgeDeletedKeys } from '../keys/key-deletion.service.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../platform/log.ts'
import { hasPgBouncer, startPgBouncer } from '../platform/testing/pgbouncer.ts'
import { findPort } from '../platform/testing/ports.ts'
import { createClient, createPerson } from './start-test-app.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'
import { startNode } from './start-node.ts'
import { testAccount } from './test-secrets.ts'

/*
 * With programs of the machine, on Debian: apt-get install pgbouncer postgresql-15. Where they are missing these tests are skipped and
 * say so. They run as `nobody`, since both refuse to run as root.
 */
const postgres15 = '/usr/lib/postgresql/15/bin'
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
function isThere(isInstalled: boolean, program: string) {
  if (!isInstalled) console.log(`Not run: ${program} is not installed.`)
  return isInstalled
}

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'twofold-servers-'))
  if (isRoot) await chown(folder, nobody.uid, nobody.gid)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs as `nobody` until the test ends. */
function runServer(file: string, list: string[], folder: string) {
  const child = spawn(file, list, { ...(isRoot ? nobody : {}), cwd: folder, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGINT')
    await once(child, 'exit')
  })
  return () => output
}

async function untilListening(port: number, output: () => string) {
  await vi.waitFor(
    async () => {
      const socket = connect(port, '127.0.0.1')
      try {
        await once(socket, 'connect')
      } catch {
        throw new Error(output())
      } finally {
        socket.destroy()
      }
    },
    { timeout: 20_000, interval: 100 },
  )
}

test.runIf(isThere(hasPgBouncer(), 'PgBouncer')).each(['session', 'transaction'] as const)(
  'behind PgBouncer in %s mode everything works, and time limits, LISTEN and a read-only spell are as without it',
  async (mode) => {
    const database = await startEmbeddedPostgres({ dataDir: await makeFolder(), log: createLog('silent'), durable: false })
    onTestFinished(() => database.stop())
    const { user, database: name } = database.owner
    const pooler = await startPgBouncer(database.owner, mode)
    onTestFinished(pooler.stop)

    const lines: string[] = []
    const log = createLog('warn', { write: (line: string) => void lines.push(line) })
    const app = await startNode(
      {
        DATABASE_URL: `postgres://${user}@127.0.0.1:${pooler.port}/${name}`,
        DATABASE_POOLER: mode,
        // In session mode everything goes through the pooler.
        ...(mode === 'transaction' && {
          DATABASE_DIRECT_URL: databaseUrl(database.owner),
        }),
        ADMIN_EMAIL: 'admin@example.org',
        ADMIN_PASSWORD: testAccount.password,
      },
      { log },
    )
    const { rows } = await sql<{ limit: string; idle: string }>`
    select current_setting('statement_timeout') as limit, current_setting('idle_in_transaction_session_timeout') as idle`.execute(app.db)
    expect(rows).toEqual([{ limit: '1500ms', idle: '30s' }])

    const url = app.address ?? ''
    const { body } = await createClient(url).send<{ access_token: string }>('POST', '/api/auth/register', { body: testAccount })
    const ann = createPerson(url, testAccount.email, body.access_token)
    const write = () => ann.send('POST', '/api/keys', { body: { name: 'Code host' } })
    const read = () => ann.send('GET', '/api/keys/generate-codes')
    for (let wave = 0; wave < 10; wave += 1) {
      const answers = await Promise.all([write(), read(), write(), read(), read(), read()])
      expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 200, 200, 200])
    }
    expect(await app.db.selectFrom('keys').select('id').execute()).toHaveLength(20)
    // Set on a session, it would affect the session's next user.
    const ask = () =>
      sql<{ source: string }>`select source, pg_sleep(0.1) from pg_settings where name = 'statement_timeout'`.execute(app.db)
    const sources = (await Promise.all(Array.from({ length: 12 }, ask))).flatMap((answer) => answer.rows.map(({ source }) => source))
    expect(new Set(sources)).toEqual(new Set([mode === 'transaction' ? 'database user' : 'session']))

    // Found by LISTEN: polling alone would take up to 15 s.
    await app.transaction((tx) => tx.enqueue(purgeDeletedKeys, {}))
    const left = () => sql`select from pgboss.job where name = ${purgeDeletedKeys} and state <> 'completed'`.execute(app.db)
    await vi.waitFor(async () => expect((await left()).rows).toEqual([]), { timeout: 4000, interval: 50 })
    expect(lines.join('')).not.toContain('LISTEN')

    const admin = new pg.Client(database.owner)
    await admin.connect()
    onTestFinished(() => admin.end())
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${name} set default_transaction_read_only = on`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = $1', [user])
    await vi.waitFor(async () => expect((await createClient(url).send('GET', '/readyz')).status).toBe(503), { timeout: 10_000 })
    await Promise.all(Array.from({ length: 12 }, read))
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await vi.waitFor(
      async () =>
        expect(new Set((await Promise.all(Array.from({ length: 12 }, write))).map(({ status }) => status))).toEqual(new Set([201])),
      { timeout: 2000, interval: 50 },
    )
    expect(pooler.output()).not.toMatch(/unsupported startup parameter|prepared statement/)
  },
)

test.runIf(isThere(existsSync(`${postgres15}/postgres`), 'PostgreSQL 15'))('PostgreSQL 15 is refused with a sentence', async () => {
  const folder = await makeFolder()
  const list = ['-D', join(folder, 'data'), '--username=twofold', '--auth=trust']
  const made = spawnSync(`${postgres15}/initdb`, list, { ...(isRoot ? nobody : {}), cwd: folder, encoding: 'utf8' })
  expect(made.status, made.stderr).toBe(0)
  const port = await findPort()
  const options = [
    '-D',
    join(folder, 'data'),
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
  ]
  await untilListening(port, runServer(`${postgres15}/postgres`, options, folder))
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, DATABASE_URL: `postgres://twofold@127.0.0.1:${port}/postgres` }
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, '../main.ts')], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toMatch(/Twofold needs PostgreSQL 16 or newer\. The server that DATABASE_URL names is PostgreSQL 15\./)
  expect(stderr).not.toContain('    at ')
})
