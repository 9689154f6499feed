import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import type { Pipeline } from './pipelined.ts'
import { countChanged } from './row-counts.ts'
import { changesNothing, writingFunctions } from './statement-kinds.ts'
import { kinds, startWith } from './testing/run-pipelined.ts'
import { openTestPool, useTestDatabase } from './testing/test-database.ts'

const log = pino({ level: 'silent' })

test('a read travels with the begin, and a kept write with the commit', async () => {
  const { counting, put, count, read, run } = await startWith()
  await run(async ({ db, keepWrites }) => {
    await Promise.all([
      sql`select pg_advisory_xact_lock(1)`.execute(db),
      sql`select id from notes for no key update`.execute(db),
      count(db),
    ])
    await put(db, 'a')
    keepWrites()
    await put(db, 'b')
    await put(db, 'c')
  })
  expect(counting.roundTrips.map((texts) => texts.map((text) => text.split(' ')[0]))).toEqual([
    ['begin', 'select', 'select', 'select'],
    ['insert', 'insert', 'insert', 'commit'],
  ])
  expect(await read()).toEqual(['a', 'b', 'c'])
})

test('a value that cannot be serialized fails before anything is sent with the commit', async () => {
  const { put, read, run } = await startWith()
  const endless: Record<string, unknown> = {}
  endless['self'] = endless
  const work = run(async ({ db, keepWrites }) => {
    await put(db, 'a')
    keepWrites()
    await put(db, 'b')
    await sql`insert into notes (text) select ${endless}::jsonb ->> 'text'`.execute(db)
    await put(db, 'c')
  })
  await expect(work).rejects.toThrow('circular')
  expect(await read()).toEqual([])
})

test('without a pipeline every statement waits for the answer to the one before', async () => {
  const { counting, put, count, read, run } = await startWith({ isPreparing: false })
  await run(async ({ db, keepWrites }) => {
    await Promise.all([count(db), put(db, 'a'), put(db, 'b')])
    keepWrites()
    await put(db, 'c')
  })
  expect(counting.roundTrips.map((texts) => texts.map((text) => text.split(' ')[0]))).toEqual(
    ['begin', 'select', 'insert', 'insert', 'insert', 'commit'].map((statement) => [statement]),
  )
  expect(await read()).toEqual(['a', 'b', 'c'])
})

test('a transaction that asks for nothing is none', async () => {
  const { counting, run } = await startWith()
  expect(await run(async () => 'done')).toBe('done')
  await expect(run(() => Promise.reject(new Error('Refused.')))).rejects.toThrow('Refused.')
  expect(counting.roundTrips).toEqual([])
})

test.each(kinds)('statements run in the order they are sent in, also where a write waits for the begin, $name', async ({ isPreparing }) => {
  const { put, count, read, run } = await startWith({ isPreparing })
  const counts = await run(async ({ db }) => {
    const [before, , between, , after] = await Promise.all([count(db), put(db, 'a'), count(db), put(db, 'b'), count(db)])
    return [before, between, after]
  })
  expect(counts).toEqual([0, 1, 2])
  expect(await read()).toEqual(['a', 'b'])
})

test.each(kinds)('nothing stays of a transaction whose begin fails, whatever was sent along, $name', async ({ isPreparing }) => {
  const { begin, counting, put, count, read, run } = await startWith({ isPreparing })
  begin.is = true
  const works: ((pipeline: Pipeline) => Promise<unknown>)[] = [
    ({ db }) => put(db, 'alone'),
    ({ db }) => Promise.all([put(db, 'first'), put(db, 'second'), count(db)]),
    ({ db }) => Promise.all([count(db), put(db, 'after a read')]),
    async ({ db }) => {
      await Promise.allSettled([count(db), put(db, 'unheeded')])
      await put(db, 'after the failure')
    },
    async ({ db, keepWrites }) => {
      keepWrites()
      await put(db, 'kept')
    },
    async ({ db, keepWrites }) => {
      await Promise.allSettled([count(db)])
      keepWrites()
      await put(db, 'kept after the failure')
    },
    async ({ db }) => {
      await Promise.allSettled([count(db)])
      counting.reset()
      await count(db)
    },
  ]
  for (const work of works) await expect(run(work)).rejects.toMatchObject({ code: '42601' })
  expect(counting.roundTrips).toEqual([])
  begin.is = false
  expect(await read()).toEqual([])
  await run(({ db }) => put(db, 'fine'))
  expect(await read()).toEqual(['fine'])
})

test.each(kinds)(
  'when one of those fails that go along with the commit, nothing of the transaction stays, $name',
  async ({ isPreparing }) => {
    const { counting, put, count, read, run } = await startWith({ isPreparing })
    const work = run(async ({ db, keepWrites }) => {
      await put(db, 'twice')
      keepWrites()
      await put(db, 'before it')
      await put(db, 'twice')
      await put(db, 'after it')
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    // PostgreSQL has rolled back by itself.
    expect(counting.statements.filter((text) => text === 'rollback')).toEqual([])
    expect(await read()).toEqual([])
    await run(({ db }) => put(db, 'twice'))
    expect(await run(({ db }) => count(db))).toBe(1)
  },
)

test('a transaction whose failure nobody observed is rolled back, and fails', async () => {
  const { put, count, read, run } = await startWith()
  const work = run(async ({ db, keepWrites }) => {
    await put(db, 'twice')
    await put(db, 'twice').catch(() => {})
    keepWrites()
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  const unheeded = run(async ({ db }) => {
    await put(db, 'twice')
    await put(db, 'twice')
    await count(db).catch(() => {})
  })
  await expect(unheeded).rejects.toMatchObject({ code: '23505' })
  const asked = run(async ({ db }) => {
    await sql`select 1 / count(*) from notes`.execute(db).catch(() => {})
  })
  await expect(asked).rejects.toThrow('rolled back instead of committed')
  const kept = run(async ({ db, keepWrites }) => {
    await Promise.allSettled([put(db, 'twice'), put(db, 'twice')])
    keepWrites()
    await put(db, 'kept')
  })
  await expect(kept).rejects.toMatchObject({ code: '23505' })
  expect(await read()).toEqual([])
})

test('an error of the commit itself is passed on as it is', async () => {
  const { put, read, run } = await startWith()
  const work = run(async ({ db, keepWrites }) => {
    await sql`create table later (id int unique deferrable initially deferred)`.execute(db)
    keepWrites()
    await put(db, 'kept')
    await sql`insert into later values (1)`.execute(db)
    await sql`insert into later values (1)`.execute(db)
  })
  await expect(work).rejects.toMatchObject({ code: '23505', table: 'later' })
  expect(await read()).toEqual([])
  await run(({ db }) => put(db, 'fine'))
})

test('a read finds the writes that are kept, and a caller that would read their answers gets an error', async () => {
  const { counting, put, count, read, run } = await startWith()
  const found = await run(async ({ db, keepWrites }) => {
    keepWrites()
    await put(db, 'a')
    const before = await count(db)
    await put(db, 'b')
    return before
  })
  expect(found).toBe(1)
  expect(counting.roundTrips.map(({ length }) => length)).toEqual([1, 2, 2])
  const work = run(async ({ db, keepWrites }) => {
    keepWrites()
    const { rows } = await sql<{ id: number }>`insert into notes (text) values ('c') returning id`.execute(db)
    return rows[0]
  })
  await expect(work).rejects.toThrow('nobody can read its rows')
  expect(await read()).toEqual(['a', 'b'])
})

test('a write that waits for the begin is not sent once the work has failed', async () => {
  const { counting, read, run } = await startWith()
  const late: Promise<unknown>[] = []
  const work = run(async ({ db }) => {
    late.push(countChanged(() => sql`insert into notes (text) values ('late')`.execute(db)).catch((error: unknown) => error))
    // The begin is on its way by then, and no answer comes before all of this is done.
    for (let steps = 0; steps < 100; steps += 1) await Promise.resolve()
    throw new Error('Refused.')
  })
  await expect(work).rejects.toThrow('Refused.')
  expect(await Promise.all(late)).toEqual([new Error('The transaction has ended.')])
  expect(counting.statements).toEqual(['begin', 'rollback'])
  expect(await read()).toEqual([])
})

test('every function of the database that may write is known as one', async () => {
  const db = openTestPool({ connection: await useTestDatabase('owner'), poolSize: 1, log })
  onTestFinished(() => db.destroy())
  const { rows } = await sql<{ name: string }>`
    select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
    order by name`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(writingFunctions)
})

test.each([
  ['select 1', true],
  ['select id from keys where id = $1 order by id for no key update', true],
  ['select "updated_at", deleted_at from "x" for update skip locked', true],
  ['with a as materialized (select 1) select * from a for share', true],
  ['select "id", "call" from "requests" where "do" = $1 for update', true],
  [`with a as (select '"'), b as (insert into keys select 1) select '"'`, false],
  ['select pg_advisory_xact_lock(hashtextextended($1, 0))', true],
  ['with a as (update keys set x = 1 returning id) select * from a', false],
  ['with a as (delete from keys returning id) select * from a for update', false],
  ['insert into keys select 1', false],
  ['select close_pins_of($1)', false],
  ["select set_config('a', 'b', true)", false],
  ['select pg_advisory_lock(1)', false],
  ['select pg_try_advisory_lock_shared(1)', false],
  ['select pg_advisory_unlock_all()', false],
  [`select "set_config"('a', 'b', false)`, false],
  ["select pgboss.create_queue('a', '{}')", false],
  ['select id into copied from keys', false],
  ['select lo_create(0)', false],
  ['do $$ begin end $$', false],
  ['lock table keys', false],
])('"%s" changes nothing: %s', (text, expected) => {
  expect(changesNothing(text)).toBe(expected)
})
