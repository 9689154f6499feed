import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { batchSize, createRetention, type RetentionTask, rowsUntil } from './retention.ts'
import { openTestPool, useTestDatabase } from './testing/test-database.ts'

const log = pino({ level: 'silent' })
const start = Date.UTC(2026, 0, 1)

async function open() {
  const connection = await useTestDatabase('owner')
  const db = openTestPool({ connection, poolSize: 2, log })
  const retention = createRetention({ connection, log })
  onTestFinished(async () => {
    await retention.stop()
    await db.destroy()
  })
  const count = async () => Number((await sql<{ n: number }>`select count(*)::int as n from notifications`.execute(db)).rows[0]?.n)
  /** One for each second from the beginning of 2026 on. */
  const fill = (rows: number) =>
    sql`insert into notifications (id, type, title, message, created_at)
      select gen_random_uuid(), 'info', 'A', 'B', ${new Date(start)}::timestamptz + make_interval(secs => n) from generate_series(1, ${rows}::int) n`.execute(
      db,
    )
  const old = (rows: number) => rowsUntil({ table: 'notifications', column: 'created_at', until: new Date(start + rows * 1000) })
  return { db, retention, count, fill, old }
}

test('rows kept for long enough go in batches of 5,000, oldest first, and nothing newer goes', async () => {
  const { db, count, fill, old } = await open()
  await fill(13_000)
  const task = old(12_000)
  const [before, left] = [await count(), [] as number[]]
  while (await task.removeBatch(db)) left.push(await count())
  expect([before, ...left, await count()]).toEqual([13_000, 8_000, 3_000, 1_000])
  expect(batchSize).toBe(5_000)
})

test('a task that fails holds no other up: all others are done, batch by batch in turn, and the run fails in the end', async () => {
  const { retention, count, fill, old } = await open()
  await fill(13_000)
  const turns: string[] = []
  const failing: RetentionTask = { table: 'users', removeBatch: () => Promise.reject(new Error('no such thing')) }
  const noting = (task: RetentionTask): RetentionTask => ({
    table: task.table,
    removeBatch: (db) => (turns.push('rows'), task.removeBatch(db)),
  })
  const other: RetentionTask = { table: 'activity', removeBatch: () => Promise.resolve(turns.push('other') < 4) }
  await expect(retention.run([failing, noting(old(13_000)), other])).rejects.toThrow('1 of 3')
  expect(await count()).toBe(0)
  expect(turns.slice(0, 4)).toEqual(['rows', 'other', 'rows', 'other'])
})

test('a row that a request holds is left to the next run, and nobody waits', async () => {
  const { db, retention, count, fill, old } = await open()
  await fill(10)
  await db.transaction().execute(async (tx) => {
    await sql`select id from notifications order by created_at limit 1 for update`.execute(tx)
    await retention.run([old(10)])
    expect(await count()).toBe(1)
  })
  await retention.run([old(10)])
  expect(await count()).toBe(0)
})

test('a batch that takes too long is tried with fewer rows', async () => {
  const { db, count, fill, old } = await open()
  await fill(600)
  // 5 ms for each row.
  await sql`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.005); return old; end $$`.execute(db)
  await sql`create trigger dawdle before delete on notifications for each row execute function dawdle()`.execute(db)
  const task = old(600)
  while (await task.removeBatch(db));
  expect(await count()).toBe(0)
})

test('a run that was stopped ends between two batches, and the next one finds the rest', async () => {
  const { db, retention, count, fill, old } = await open()
  await fill(13_000)
  const task = old(13_000)
  await retention.run([{ table: task.table, removeBatch: async (on) => (void retention.stop(), task.removeBatch(on)) }])
  expect(await count()).toBeGreaterThan(0)
  const rest = old(13_000)
  while (await rest.removeBatch(db));
  expect(await count()).toBe(0)
})
