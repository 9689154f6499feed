import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { purgeDeletedKeys } from '../keys/key-deletion.service.ts'
import { type PostgresConnection, startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { createLog } from '../platform/log.ts'
import { testTimeoutMs } from '../platform/testing/test-database.ts'
import { createClient, createPerson, testPassword } from './start-test-app.ts'
import { eventually } from './eventually.ts'
import { processesOf } from './primary-and-standby.ts'
import { startNode } from './start-node.ts'
import { testAccount } from './test-secrets.ts'

const log = createLog('silent')

/** A port that leads to the server's socket until it is shut; then connections break and new ones are refused. */
async function openDoor({ host, port }: PostgresConnection) {
  const sockets = new Set<Socket>()
  const door = createServer((inner) => {
    const outer = connect(join(host, `.s.PGSQL.${port}`))
    for (const [from, to] of [[inner, outer] as const, [outer, inner] as const]) {
      sockets.add(from)
      from
        .on('error', () => {})
        .on('close', () => to.destroy())
        .pipe(to)
    }
  })
  const open = async (at: number) => {
    door.listen(at, '127.0.0.1')
    await once(door, 'listening')
    return (door.address() as AddressInfo).port
  }
  const shut = () => {
    door.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(shut)
  const at = await open(0)
  return { port: at, shut, reopen: () => open(at) }
}

/**
 * An application on a database server of its own, which a test may do anything to. `limitMs`: how long it waits for its database, while it starts as
 * well, where a busy machine may take seconds over a connection.
 */
async function startOnOwnServer({ durable = false, limitMs = testTimeoutMs } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'twofold-outage-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dataDir, log, durable })
  onTestFinished(() => server.stop())
  const door = await openDoor(server.owner)
  const { user, password, database } = server.owner
  const DATABASE_URL = `postgres://${user}:${password}@127.0.0.1:${door.port}/${database}`
  const env = { DATA_DIR: dataDir, DATABASE_URL, DATABASE_TIMEOUT_SECONDS: String(limitMs / 1000) }
  const app = await startNode(env, { openBeforeSetUp: true })
  const url = app.address ?? ''
  const client = createClient(url)
  const { body } = await client.send<{ access_token: string }>('POST', '/api/auth/register', { body: testAccount })
  const ann = createPerson(url, testAccount.email, body.access_token)
  await ann.addKey('Code host')
  return { app, server, door, client, ann, stop: () => app.stop() }
}

/** Milliseconds that an application waits for a database that says nothing: long enough for a start on a busy machine, which waits no longer. */
const silenceMs = 8_000

/** Milliseconds. The database is given up after `silenceMs`, or at once; what waits for the network or the system's own limits takes longer than this. */
const givenUpMs = 20_000

/** Every kind of call: a read, a write in a transaction, one that may be repeated, and two without a session. */
async function askEverything({ client, ann }: Pick<Awaited<ReturnType<typeof startOnOwnServer>>, 'client' | 'ann'>) {
  const body = { email: ann.email, password: testPassword }
  const calls = [
    () => ann.send('GET', '/api/keys/generate-codes'),
    () => ann.send('GET', '/api/keys'),
    () => ann.send('POST', '/api/keys', { body: { name: 'New' } }),
    () => ann.send('POST', '/api/keys', { body: { name: 'Once' }, headers: { 'idempotency-key': 'once' } }),
    () => client.send('POST', '/api/auth/login', { body }),
    () => client.send('GET', '/readyz'),
  ]
  return Promise.all(
    calls.map(async (call) => {
      const from = performance.now()
      return { ...(await call()), after: performance.now() - from }
    }),
  )
}

async function expectOutage(app: Awaited<ReturnType<typeof startOnOwnServer>>) {
  const answers = await askEverything(app)
  for (const answer of answers) expect([answer.status, answer.after < givenUpMs]).toEqual([503, true])
  for (const answer of answers.slice(0, -1)) {
    expect(answer.body).toEqual({
      message: 'The database cannot be reached right now. Please try again in a moment.',
      code: 'server.unavailable',
    })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect(answers.at(-1)?.body).toEqual({ status: 'database unavailable' })
  expect((await app.client.send('GET', '/livez')).status).toBe(200)
}

async function expectRecovery(app: Awaited<ReturnType<typeof startOnOwnServer>>) {
  await eventually(async () => expect((await app.client.send('GET', '/readyz')).status).toBe(200))
  expect((await app.ann.codes())[0]?.code).toMatch(/^\d{6}$/)
  expect((await app.ann.send('POST', '/api/keys', { body: { name: 'After' } })).status).toBe(201)
}

test('a frozen database gives 503 with a message to every call, and all is well when it wakes up', async () => {
  const app = await startOnOwnServer({ limitMs: silenceMs })
  const frozen = processesOf(app.server.pid())
  expect(frozen.length).toBeGreaterThan(3)
  const signalAll = (signal: NodeJS.Signals) => frozen.forEach((pid) => process.kill(pid, signal))
  signalAll('SIGSTOP')
  try {
    await expectOutage(app)
    await expectOutage(app) // also when no connection is left
  } finally {
    signalAll('SIGCONT')
  }
  await expectRecovery(app)
})

test('a killed database gives an answer to every call, and all is well when it is back', async () => {
  const app = await startOnOwnServer({ durable: true }) // nobody may lose a session over it
  const before = app.server.pid()
  process.kill(before, 'SIGKILL')
  for (const answer of await askEverything(app)) {
    expect([200, 201, 409, 503]).toContain(answer.status)
    expect(answer.after).toBeLessThan(givenUpMs)
  }
  await eventually(() => expect(app.server.pid()).not.toBe(before))
  await expectRecovery(app)
})

test('a database that refuses connections gives 503 to every call, and all is well when it lets them in again', async () => {
  const app = await startOnOwnServer()
  app.door.shut()
  await expectOutage(app)
  await app.door.reopen()
  await expectRecovery(app)
})

test('while the database is away, frozen or gone, the application still stops in time', async () => {
  const app = await startOnOwnServer({ limitMs: silenceMs })
  const frozen = processesOf(app.server.pid())
  const signalAll = (signal: NodeJS.Signals) => frozen.forEach((pid) => process.kill(pid, signal))
  signalAll('SIGSTOP')
  try {
    const from = performance.now()
    await app.stop()
    expect(performance.now() - from).toBeLessThan(givenUpMs) // SHUTDOWN_SECONDS and the five that main.ts adds before it gives up
  } finally {
    signalAll('SIGCONT')
  }
})

/** As after a fail-over: every connection breaks, and new ones lead to a server that only reads. */
async function makeReadOnly({ user, ...server }: PostgresConnection, isReadOnly: boolean) {
  const admin = new pg.Client({ user, ...server })
  await admin.connect()
  await admin.query('set default_transaction_read_only = off')
  await admin.query(
    `alter database ${server.database} ${isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
  )
  if (isReadOnly)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = $1', [user])
  await admin.end()
}

test('while the database is read-only, codes are shown, and writes and /readyz answer 503; writes and jobs come back by themselves', async () => {
  const { app, server, client, ann } = await startOnOwnServer()
  const write = () => ann.send('POST', '/api/keys', { body: { name: 'During' } })
  const many = async (call: () => Promise<{ status: number }>) =>
    new Set((await Promise.all(Array.from({ length: 6 }, call))).map(({ status }) => status))
  await makeReadOnly(server.owner, true)
  await eventually(async () => {
    const { status, body } = await client.send('GET', '/readyz')
    expect([status, body]).toEqual([503, { status: 'database read-only' }])
  })
  // Every connection that is opened now stays read-only for as long as it lives.
  await eventually(async () => expect(await many(() => ann.send('GET', '/api/keys/generate-codes'))).toEqual(new Set([200])))
  const refused = await write()
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])

  await makeReadOnly(server.owner, false)
  await eventually(async () => expect(await many(write)).toEqual(new Set([201])))
  await eventually(async () => expect((await client.send('GET', '/readyz')).status).toBe(200))
  await app.transaction((tx) => tx.enqueue(purgeDeletedKeys, {}))
  const left = () =>
    sql<{ state: string }>`select state from pgboss.job where name = ${purgeDeletedKeys} and state <> 'completed'`.execute(app.db)
  await eventually(async () => expect((await left()).rows).toEqual([]))
})
