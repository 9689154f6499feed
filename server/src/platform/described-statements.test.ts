import { sql } from 'kysely'
import type pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connectionConfig } from './connection.ts'
import { DescribingOnceClient } from './described-statements.ts'
import { openTestPool, useTestDatabase } from './testing/test-database.ts'

async function connect() {
  const client = new DescribingOnceClient({ ...connectionConfig(await useTestDatabase()), pipeline: true })
  await client.connect()
  onTestFinished(() => client.end())
  const described: string[][] = []
  client.connection.on('rowDescription', ({ fields }: { fields: { name: string }[] }) => described.push(fields.map(({ name }) => name)))
  const run = (text: string, values: unknown[], more: object = { isDescribedOnce: true }) =>
    client.query({ name: text, text, values, ...more }) as Promise<pg.QueryResult>
  return { client, described, run }
}

test('a statement is described when it is run first, and its rows are read the same way each time', async () => {
  const { described, run } = await connect()
  const text = `select value as number, value::text as text, '2026-11-26T16:29:10Z'::timestamptz as time, null as none
    from generate_series(1, $1::int) value`
  const time = new Date('2026-11-26T16:29:10Z')
  for (const count of [1, 2, 0]) {
    const { command, rowCount, rows } = await run(text, [count])
    const expected = [1, 2].slice(0, count).map((value) => ({ number: value, text: String(value), time, none: null }))
    expect({ command, rowCount, rows }).toEqual({ command: 'SELECT', rowCount: count, rows: expected })
  }
  expect(described).toEqual([['number', 'text', 'time', 'none']])
  await run(text, [1], { isDescribedOnce: false })
  expect(described).toHaveLength(2)
})

test('the last of several columns with the same name counts, also where it is null', async () => {
  const { run } = await connect()
  for (const value of [1, null]) expect((await run('select 7 as one, $1::int as one', [value])).rows).toEqual([{ one: value }])
})

test('those that travel together are each described, and each get their own rows', async () => {
  const { described, run } = await connect()
  const ask = (value: number) => run('select $1::int as one', [value])
  const read = async () => (await Promise.all([ask(1), ask(2), ask(3)])).flatMap(({ rows }) => rows as unknown[])
  for (const _ of ['described', 'known']) expect(await read()).toEqual([{ one: 1 }, { one: 2 }, { one: 3 }])
  expect(described).toHaveLength(3)
})

test('a statement that writes says how many rows it wrote, and that it answers none', async () => {
  const { client, described, run } = await connect()
  await client.query('create temp table things (value int)')
  for (const count of [1, 2]) {
    const { command, rowCount, rows } = await run('insert into things select generate_series(1, $1::int)', [count])
    expect({ command, rowCount, rows }).toEqual({ command: 'INSERT', rowCount: count, rows: [] })
  }
  expect(await run('update things set value = $1::int', [0])).toMatchObject({ command: 'UPDATE', rowCount: 3 })
  expect(described).toEqual([])
})

test('a statement that fails fails alone, whether or not it was described before', async () => {
  const { run } = await connect()
  const divide = (by: number) => run('select 6 / $1::int as result', [by])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(2)).rows).toEqual([{ result: 3 }])
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
  expect((await divide(3)).rows).toEqual([{ result: 2 }])
})

test('a value that cannot be read fails its statement, and the next one is read', async () => {
  const db = openTestPool({ connection: await useTestDatabase(), poolSize: 1, log: pino({ level: 'silent' }) })
  onTestFinished(() => db.destroy())
  const count = (text: string) => sql`select ${text}::int8 as count`.execute(db)
  for (const text of ['1', '2', '3']) expect((await count(text)).rows).toEqual([{ count: Number(text) }])
  await expect(count('9007199254740993')).rejects.toThrow(RangeError)
  expect((await count('4')).rows).toEqual([{ count: 4 }])
})

test('times arrive as they were sent, of any year and in any zone of the session', async () => {
  const db = openTestPool({ connection: await useTestDatabase(), poolSize: 1, log: pino({ level: 'silent' }) })
  onTestFinished(() => db.destroy())
  const times = ['2026-11-26T16:29:10.638Z', '1969-12-31T23:59:59.999Z', '0099-03-01T00:00:00Z', '+012026-11-26T16:29:10Z'].map(
    (text) => new Date(text),
  )
  for (const zone of ['UTC', 'Asia/Kolkata']) {
    await sql`select set_config('timezone', ${zone}, false)`.execute(db)
    for (const time of [...times, ...times]) {
      const { rows } = await sql`select ${time}::timestamptz as time, extract(epoch from ${time}::timestamptz)::float8 as seconds`.execute(
        db,
      )
      expect(rows).toEqual([{ time, seconds: time.getTime() / 1000 }])
    }
  }
})
