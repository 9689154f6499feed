import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { pino, type Logger } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, isDatabaseUnavailable, type Connection, type Db } from './database.ts'
import { startEmbeddedPostgres, type PostgresConnection } from './embedded-postgres/embedded-postgres.ts'
import { handsOutByTransaction } from './prepared-statements.ts'
import { useTestDatabase } from './testing/test-database.ts'
import { readProcessFigures } from './metrics/process-figures.ts'
import { eventually } from '../testing/eventually.ts'

const log = pino({ level: 'silent' })

function open(
  connection: Connection,
  options: { poolSize?: number; timeoutMs?: number; statementTimeout?: number; isPreparing?: boolean; log?: Logger } = {},
) {
  const db = createDatabase({ connection, poolSize: 2, log, ...options })
  onTestFinished(() => db.destroy())
  return db
}

const ask = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db)

test('a pool that has ended is in no figures, also one that never had a query', async () => {
  const connection = await useTestDatabase()
  const isInFigures = (pool: string) => readProcessFigures().some(({ labels }) => labels['pool'] === pool)
  for (const [name, isUsed] of [
    ['used', true],
    ['unused', false],
  ] as const) {
    const db = createDatabase({ connection, poolSize: 1, log, name })
    if (isUsed) await ask(db)
    expect(isInFigures(name)).toBe(true)
    await db.destroy()
    expect(isInFigures(name)).toBe(false)
  }
})

/** Milliseconds. A call gives up after two seconds; a busy machine may need several times that, and what hangs longer still. */
const givenUpMs = 20_000

/** Error of a failing call, and the milliseconds it took. */
async function failureOf(work: Promise<unknown>) {
  const start = performance.now()
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { error, after: performance.now() - start }
}

/** Stands between the application and PostgreSQL and, once frozen, passes nothing on: what a lost network looks like. */
async function putBetween({ host, port, ...rest }: PostgresConnection) {
  let target = host
  let frozen = false
  const sockets = new Set<Socket>()
  const server = createServer((inner) => {
    const outer = target.startsWith('/') ? connect(path.join(target, `.s.PGSQL.${port}`)) : connect(port, target)
    for (const [from, to] of [[inner, outer] as const, [outer, inner] as const]) {
      sockets.add(from)
      from.on('data', (data) => frozen || to.write(data)).on('close', () => to.destroy())
      from.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    connection: { ...rest, host: '127.0.0.1', port: address.port },
    freeze: (value: boolean) => void (frozen = value),
    lead: (to: PostgresConnection) => void (target = to.host),
  }
}

test('bigint is a number, timestamptz a Date, numeric and dates keep every digit', async () => {
  const db = open(await useTestDatabase())
  const { rows } = await sql`
    select 7::int8 as count, '{1,null,3}'::int8[] as counts, '2026-01-02T03:04:05.678Z'::timestamptz as time, 1.10::numeric as price
  `.execute(db)
  expect(rows).toEqual([{ count: 7, counts: [1, null, 3], time: new Date('2026-01-02T03:04:05.678Z'), price: '1.10' }])
})

test('a statement may take three quarters of the time in which a request is answered', async () => {
  const limitOf = async (db: Db) => (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows
  const connection = await useTestDatabase()
  expect(await limitOf(open(connection))).toEqual([{ statement_timeout: '1500ms' }])
  expect(await limitOf(open(connection, { timeoutMs: 8000 }))).toEqual([{ statement_timeout: '6s' }])
})

test('a bigint that would lose digits is refused', async () => {
  const db = open(await useTestDatabase())
  await expect(sql`select 9007199254740993::int8`.execute(db)).rejects.toThrow(RangeError)
})

const twice = async (db: Db, value: number) => (await sql<{ twice: number }>`select 2 * ${value}::int4 as twice`.execute(db)).rows

/** How often each prepared statement of the one connection ran. */
async function runsOf(db: Db) {
  const { rows } = await sql<{ runs: number }>`
    select (generic_plans + custom_plans)::int4 as runs from pg_prepared_statements where not from_sql`.execute(db)
  return rows.map(({ runs }) => runs)
}

test('a statement with values is prepared once per connection from its second use on, and answers by its values', async () => {
  const db = open(await useTestDatabase(), { poolSize: 1 })
  expect(await twice(db, 3)).toEqual([{ twice: 6 }])
  expect(await runsOf(db)).toEqual([])
  expect(await twice(db, 4)).toEqual([{ twice: 8 }])
  expect(await twice(db, 5)).toEqual([{ twice: 10 }])
  expect(await runsOf(db)).toEqual([2])
})

test('no connection keeps more than 500 statements prepared', async () => {
  const db = open(await useTestDatabase(), { poolSize: 1 })
  for (let column = 0; column < 510; column++)
    for (const value of [1, 2]) await sql`select ${value}::int4 as ${sql.ref(`column_${column}`)}`.execute(db)
  expect(await runsOf(db)).toHaveLength(500)
})

test('no statement is prepared if the pooler cannot keep statements', async () => {
  const db = open(await useTestDatabase(), { poolSize: 1, isPreparing: false })
  for (const value of [3, 4, 5]) await twice(db, value)
  expect(await runsOf(db)).toEqual([])
})

test('a connection that lost its prepared statements, or whose tables changed, is given up: the next one works, and the log says once what to change', async () => {
  const lines: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const db = open(await useTestDatabase('owner'), { poolSize: 1, log: logger })
  for (const value of [3, 4]) await twice(db, value)
  for (const value of [5, 7]) {
    await sql`deallocate all`.execute(db)
    await expect(twice(db, value)).rejects.toThrow('does not exist')
    await eventually(async () => expect(await twice(db, value + 1)).toEqual([{ twice: 2 * (value + 1) }]))
    await twice(db, value)
  }

  await sql`create table things as select 1 as first`.execute(db)
  const things = () => sql`select * from things where first = ${1}`.execute(db)
  for (const _ of [1, 2]) await things()
  await sql`alter table things add column second int`.execute(db)
  await expect(things()).rejects.toThrow('cached plan must not change result type')
  await eventually(async () => expect((await things()).rows).toEqual([{ first: 1, second: null }]))
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([handsOutByTransaction])
})

test('a stopped server is reported, and the same pool works again once it is back', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'twofold-gone-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const first = await startEmbeddedPostgres({ dataDir, log, durable: false })
  const door = await putBetween(first.connection)
  const db = open(door.connection)
  await ask(db)
  await first.stop()

  const { error, after } = await failureOf(ask(db))
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(after).toBeLessThan(givenUpMs)

  const second = await startEmbeddedPostgres({ dataDir, log, durable: false })
  onTestFinished(() => second.stop())
  door.lead({ ...second.connection })
  expect((await ask(db)).rows).toEqual([{ one: 1 }])
})

test('connections ended by the server, idle or inside a transaction, do not end the process', async () => {
  const connection = await useTestDatabase()
  const db = open(connection)
  const other = new pg.Client(connection)
  await other.connect()
  onTestFinished(() => other.end())
  const endAll = 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()'
  await Promise.all([ask(db), ask(db)])

  await other.query(endAll)
  const { error } = await failureOf(
    db.transaction().execute(async (tx) => {
      await ask(tx)
      await other.query(endAll)
      await ask(tx)
    }),
  )

  expect(isDatabaseUnavailable(error)).toBe(true)
  await eventually(async () => expect((await ask(db)).rows).toEqual([{ one: 1 }]))
})

test('a frozen database is reported, also inside a transaction and when every connection hangs', async () => {
  const door = await putBetween(await useTestDatabase())
  const db = open(door.connection)
  await Promise.all([ask(db), ask(db)])
  const frozen = Promise.withResolvers<void>()
  const transaction = failureOf(
    db.transaction().execute(async (tx) => {
      await ask(tx)
      door.freeze(true)
      frozen.resolve()
      await ask(tx)
    }),
  )
  await frozen.promise
  const failures = await Promise.all([transaction, ...Array.from({ length: 4 }, () => failureOf(ask(db)))])
  failures.push(await failureOf(ask(db))) // a new connection hangs, too
  for (const { error, after } of failures) {
    expect(isDatabaseUnavailable(error), String(error)).toBe(true)
    expect(after).toBeLessThan(givenUpMs)
  }

  door.freeze(false)
  await eventually(async () => expect((await ask(db)).rows).toEqual([{ one: 1 }]))
})

test('a statement that takes too long is canceled by the server, and its connection lives on', async () => {
  const db = open(await useTestDatabase(), { poolSize: 1, statementTimeout: 100 })
  const session = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const before = await session()
  const { error } = await failureOf(sql`select pg_sleep(10)`.execute(db))
  expect(error).toMatchObject({ code: '57014' })
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(await session()).toBe(before)
})

test('an address where nobody listens is unavailable', async () => {
  const { error } = await failureOf(ask(open('postgres://twofold@127.0.0.1:1/twofold')))
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each(['08006', '53300', '53100', '57P01', '57P02', '57P03', '57014', '25006'])('%s means: the database is unavailable', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('server'), { code }))).toBe(true)
})

test.each(['23505', '40001', '42P01', '22P02', 'ENOENT'])('%s is not the database being away', (code) => {
  expect(isDatabaseUnavailable(Object.assign(new Error('server'), { code }))).toBe(false)
})
