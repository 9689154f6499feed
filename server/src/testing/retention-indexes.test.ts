import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../platform/database.ts'
import { startTestApp } from './start-test-app.ts'

test('rows whose time is over are found by an index, in every table that keeps them for a time', async () => {
  const app = await startTestApp()
  const statements: CompiledQuery[] = []
  const pool = new pg.Pool({ ...app.connection, max: 1 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void statements.push(query) })
  onTestFinished(() => db.destroy())
  const tasks = await app.listRetained()
  expect(tasks.length).toBeGreaterThan(30)
  for (const task of tasks) while (await task.removeBatch(db));
  const removing = statements.splice(0)
  expect(removing.length).toBeGreaterThanOrEqual(tasks.length)
  // The tables are empty: PostgreSQL would rather read them whole.
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await db.executeQuery(CompiledQuery.raw(`set enable_${way} = off`))
  const readWhole: string[] = []
  for (const { sql, parameters } of removing) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(CompiledQuery.raw(`explain ${sql}`, [...parameters]))
    readWhole.push(...rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? []))
  }
  // They have as many rows as there are nodes and providers.
  expect(readWhole).toEqual(['nodes', 'email_providers'])
})
