import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { ifUnique } from './if-unique.ts'
import { changesRow, countChanged } from './row-counts.ts'
import { answersNoRows } from './statement-kinds.ts'
import { kinds, startWith } from './testing/run-pipelined.ts'

test.each(kinds)('a write goes along with what is read next, which finds it, $name', async ({ isPreparing }) => {
  const { counting, put, count, read, run } = await startWith({ isPreparing })
  const counts = await run(async ({ db }) => {
    const before = await count(db)
    await put(db, 'a')
    await put(db, 'b')
    const between = await count(db)
    await sql`select pg_advisory_xact_lock(1)`.execute(db)
    return [before, between, await count(db)]
  })
  expect(counts).toEqual([0, 2, 2])
  const trips = [['begin', 'select'], ['insert', 'insert', 'select'], ['select', 'select'], ['commit']]
  const sent = counting.roundTrips.map((texts) => texts.map((text) => text.split(' ')[0]))
  expect(sent).toEqual(isPreparing ? trips : trips.flat().map((statement) => [statement]))
  expect(await read()).toEqual(['a', 'b'])
})

test('a caller that counts the rows of a write learns at once how many they are, and nobody else does', async () => {
  const { counting, put, run, read } = await startWith()
  const emptied = (db: Db) => countChanged(() => sql`delete from notes`.execute(db))
  const counts = await run(async ({ db, keepWrites }) => {
    await put(db, 'a')
    await put(db, 'b')
    const first = await emptied(db)
    keepWrites()
    await put(db, 'c')
    return [first, await emptied(db), await changesRow(db.deleteFrom('users'))]
  })
  expect(counts).toEqual([2, 1, false])
  expect(counting.roundTrips.map(({ length }) => length)).toEqual([1, 3, 2, 1, 1])
  const uncounted = run(async ({ db }) => Number((await db.deleteFrom('users').executeTakeFirst()).numDeletedRows))
  await expect(uncounted).rejects.toThrow('nobody can read its rows')
  const unread = run(async ({ db }) => (await sql`insert into notes (text) values ('d')`.execute(db)).rows.length)
  await expect(unread).rejects.toThrow('nobody can read its rows')
  expect(await read()).toEqual([])
})

test.each(kinds)(
  'when a write fails, the next reader gets the error, and the transaction leaves nothing behind, $name',
  async ({ isPreparing }) => {
    const { put, count, read, run } = await startWith({ isPreparing })
    const heard: unknown[] = []
    const work = run(async ({ db }) => {
      await put(db, 'twice')
      await put(db, 'twice')
      await put(db, 'other')
      await count(db).catch((error: unknown) => heard.push(error))
      await count(db)
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(heard).toMatchObject([{ code: '23505' }])
    expect(await read()).toEqual([])
    await run(({ db }) => put(db, 'fine'))
    expect(await read()).toEqual(['fine'])
  },
)

test.each(kinds)('a value is not taken because an earlier write met one that is, $name', async ({ isPreparing }) => {
  const { put, read, run } = await startWith({ isPreparing })
  const isFree = (db: Db, text: string) => ifUnique(() => sql`insert into notes (text) values (${text})`.execute(db))
  const earlier = run(async ({ db }) => {
    await put(db, 'twice')
    await put(db, 'twice')
    if (!(await isFree(db, 'new'))) throw new Error('Taken.')
  })
  await expect(earlier).rejects.toMatchObject({ code: '23505', constraint: 'notes_text_key' })
  const own: boolean[] = []
  const taken = run(async ({ db }) => {
    own.push(await isFree(db, 'mine'))
    await put(db, 'other')
    own.push(await isFree(db, 'mine'))
    throw new Error('Refused.')
  })
  await expect(taken).rejects.toThrow('Refused.')
  expect(own).toEqual([true, false])
  expect(await read()).toEqual([])
})

test('a caller that writes thousands of rows waits now and then', async () => {
  const { counting, put, read, run } = await startWith()
  await run(async ({ db }) => {
    for (let number = 0; number < 120; number += 1) await put(db, String(number))
  })
  expect(counting.roundTrips.map(({ length }) => length)).toEqual([1, 51, 51, 19])
  expect(await read()).toHaveLength(120)
})

test.each([
  ['insert into keys select 1', true],
  [' update keys set x = 1', true],
  ['delete from keys', true],
  ['select pg_advisory_xact_lock(1)', true],
  ['insert into keys values (1) returning id', false],
  ['with a as (delete from keys) select count(*) from a', false],
  ['select pg_try_advisory_xact_lock(1)', false],
  ['select close_pins_of($1)', false],
])('"%s" answers no rows: %s', (text, expected) => {
  expect(answersNoRows(CompiledQuery.raw(text))).toBe(expected)
})
