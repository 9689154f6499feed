import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { compileOnce } from './compile-once.ts'
import { openTestPool, useTestDatabase } from './testing/test-database.ts'

test('a statement is put together once and gets its values each time, also one that stands in it twice', async () => {
  const db = openTestPool({ connection: await useTestDatabase(), poolSize: 1, log: pino({ level: 'silent' }) })
  onTestFinished(() => db.destroy())
  let built = 0
  const ask = compileOnce<{ name: string; since: Date }, { name: string; twice: string; since: Date; fixed: number }>(({ name, since }) => {
    built += 1
    return sql`select ${name}::text as name, ${name}::text || ${name}::text as twice, ${since}::timestamptz as since, ${5}::int as fixed`
  })

  const [first] = await ask(db, { name: 'a', since: new Date(0) })
  const [second] = await ask(db, { name: 'b', since: new Date(1000) })

  expect(first).toEqual({ name: 'a', twice: 'aa', since: new Date(0), fixed: 5 })
  expect(second).toEqual({ name: 'b', twice: 'bb', since: new Date(1000), fixed: 5 })
  expect(built).toBe(1)
})
