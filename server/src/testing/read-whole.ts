import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Database, Db } from '../platform/database.ts'
import type { PostgresConnection } from '../platform/embedded-postgres/embedded-postgres.ts'

/** A scan of an index; without a condition in the next line it goes from the beginning to the end. */
const indexScan = /Index (?:Only )?Scan (?:Backward )?using (\w+) on (\w+)/

/**
 * Tables that PostgreSQL would read whole, or whole by an index of all rows, for the statements of `act`, since no condition of theirs finds an index. Those
 * of a month count as the table.
 */
export async function tablesReadWhole(connection: PostgresConnection, act: (db: Db) => Promise<unknown>): Promise<string[]> {
  const statements: CompiledQuery[] = []
  const pool = new pg.Pool({ ...connection, max: 1 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void statements.push(query) })
  onTestFinished(() => db.destroy())
  await act(db)
  const acted = statements.splice(0)
  const ofAllRows = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index where indpred is null`.execute(db)
  const whole = new Set(ofAllRows.rows.map(({ name }) => name))
  // The tables of a test are so small that PostgreSQL would rather read them whole.
  for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await db.executeQuery(CompiledQuery.raw(`set enable_${way} = off`))
  const found = new Set<string>()
  for (const statement of acted) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]),
    )
    const plan = rows.map((row) => row['QUERY PLAN'])
    for (const [index, line] of plan.entries()) {
      const [, name = '', ofIndex] = (plan[index + 1]?.includes('Index Cond') ? null : indexScan.exec(line)) ?? []
      const table = /Seq Scan on (\w+)/.exec(line)?.[1] ?? (whole.has(name) ? ofIndex : undefined)
      if (table !== undefined) found.add(table.replace(/_(before|later|\d{4}_\d\d)$/, ''))
    }
  }
  return [...found]
}
