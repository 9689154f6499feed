import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { countStatements } from '../testing/count-statements.ts'
import { createDatabase, type Db } from './database.ts'
import { asPerson } from './person.ts'
import { pipelined } from './pipelined.ts'
import { readingTogether } from './shared-reads.ts'
import { testTimeoutMs, useTestDatabase } from './testing/test-database.ts'

async function startWith({ isPreparing = true, poolSize = 4, timeoutMs = testTimeoutMs } = {}) {
  const counting = countStatements()
  const db = createDatabase({
    connection: await useTestDatabase('owner'),
    poolSize,
    log: pino({ level: 'silent' }),
    isPreparing,
    timeoutMs,
  })
  onTestFinished(() => db.destroy())
  const as = <T>(work: () => Promise<T>) => asPerson({ key: 'account ann', isOver: false }, work)
  counting.reset()
  return { db, counting, as }
}

const sessionOf = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

test('questions read together take one connection and one round trip; a question that waits for an answer takes another trip', async () => {
  const { db, counting, as } = await startWith()
  const read = () => Promise.all([sessionOf(db), sessionOf(db), sessionOf(db)])
  expect(new Set(await as(read)).size).toBe(3)
  counting.reset()
  const sessions = await as(() => readingTogether(async () => [...(await read()), await sessionOf(db)]))
  expect(new Set(sessions.slice(0, 3)).size).toBe(1)
  expect(counting.roundTrips.map(({ length }) => length)).toEqual([3, 1])
})

test('a question that fails takes no other with it, and the connection stays usable', async () => {
  const { db, as } = await startWith()
  const ends = await as(() =>
    readingTogether(() => Promise.allSettled([sessionOf(db), sql`select 1 / 0`.execute(db), sessionOf(db), sql`select 1`.execute(db)])),
  )
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await as(() => readingTogether(() => Promise.all([sessionOf(db), sessionOf(db)])))).toHaveLength(2)
})

test('each has its own time: several that are slow together are answered, and one that is too slow takes no other with it', async () => {
  const { db, as } = await startWith({ timeoutMs: 1000 })
  const take = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db)
  const together = (...all: number[]) => as(() => readingTogether(() => Promise.allSettled(all.map(take))))
  const ends = [...(await together(0.5, 0.5, 0.5)), ...(await together(5, 0, 0))]
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

test('two requests share no connection', async () => {
  const { db, as } = await startWith()
  const request = () => as(() => readingTogether(() => Promise.all([sessionOf(db), sessionOf(db)])))
  const [first, second] = await Promise.all([request(), request()])
  expect(new Set([...first, ...second]).size).toBe(2)
})

test('a transaction among what is read together has a connection of its own', async () => {
  const { db, as } = await startWith()
  const run = () =>
    pipelined(db, async (tx) => {
      // Of the transaction, and of others beside it.
      const [own, ...others] = await Promise.all([sessionOf(tx.db), sessionOf(db), sessionOf(db)])
      return { own, others }
    })
  const [beside, { own, others }] = await as(() => readingTogether(() => Promise.all([sessionOf(db), run()])))
  expect([beside, ...others]).not.toContain(own)
  await expect(as(() => readingTogether(() => db.transaction().execute(sessionOf)))).rejects.toThrow('No transaction begins among')
  expect(await as(() => readingTogether(() => Promise.all([sessionOf(db), sessionOf(db)])))).toHaveLength(2)
})

test('a pool whose connections are all in use fails for all of them, and serves the same request once one is free', async () => {
  const { db, as } = await startWith({ poolSize: 1 })
  const held = Promise.withResolvers<undefined>()
  const busy = db.connection().execute(() => held.promise)
  const both = async () => (await Promise.allSettled([sessionOf(db), sessionOf(db)])).map(({ status }) => status)
  const ends = await as(() =>
    readingTogether(async () => {
      const before = await both()
      held.resolve(undefined)
      await busy
      return [...before, ...(await both())]
    }),
  )
  expect(ends).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
})

test('without a pipeline each statement has its own connection, as they would wait for each other', async () => {
  const { db, as } = await startWith({ isPreparing: false })
  const sessions = await as(() => readingTogether(() => Promise.all([sessionOf(db), sessionOf(db)])))
  expect(new Set(sessions).size).toBe(2)
})
