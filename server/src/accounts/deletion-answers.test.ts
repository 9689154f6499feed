import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nouns } from '../app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

test('each table that refers to people says in its noun whether its rows go with a person, or only forget who it was', async () => {
  const app = await startTestApp()
  const { rows } = await sql<{ table: string; action: string }>`
    select distinct conrelid::regclass::text as table, confdeltype as action from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and confrelid = 'users'::regclass and not relispartition`.execute(app.db)
  const referring = (action: string) =>
    rows
      .filter((row) => row.action === action)
      .map(({ table }) => table)
      .toSorted()
  expect(app.deletions.flatMap(({ goes = [] }) => goes).toSorted()).toEqual(referring('c'))
  expect(app.deletions.flatMap(({ forgets = [] }) => forgets).toSorted()).toEqual(referring('n'))
  // No other way: a table that kept its row as it is would keep the person.
  expect(rows.filter(({ action }) => action !== 'c' && action !== 'n')).toEqual([])
})

test('a noun answers for its own tables only', async () => {
  const app = await startTestApp()
  for (const { noun, goes = [], forgets = [] } of app.deletions) {
    const { owns } = nouns.nouns.find(({ name }) => name === noun) ?? { owns: 'none' as const }
    const own: readonly string[] = owns === 'none' ? [] : owns
    expect([noun, [...goes, ...forgets].filter((table) => !own.includes(table))]).toEqual([noun, []])
  }
})
