import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Database, Db } from '../platform/database.ts'
import type { PostgresConnection } from '../platform/embedded-postgres/embedded-postgres.ts'

/** The reading of a table or of an index with its cost, in PostgreSQL's unit: reading a page one after the other costs 1. */
const scan = /(?:Seq Scan|Index (?:Only )?Scan (?:Backward )?using (?<index>\w+)) on (?<table>\w+).*\.\.(?<cost>[\d.]+) rows=/

/** A few thousand rows cost more than this, and those of one person less. */
const costOfMany = 50

/**
 * Tables that PostgreSQL reads whole for the statements of `act`, or whole by an index of all rows or of all that are not deleted or ended. The months of a
 * table count as the table. Where `isFilled`, PostgreSQL chooses, and a table with few rows does not count. Else the tables are so small that it would read
 * each of them whole: the question is whether an index could help at all.
 */
export async function tablesReadWhole(
  { connection, isFilled }: { connection: PostgresConnection; isFilled: boolean },
  act: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const statements: CompiledQuery[] = []
  const pool = new pg.Pool({ ...connection, max: 1 })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void statements.push(query) })
  onTestFinished(() => db.destroy())
  await act(db)
  const acted = statements.splice(0)
  const ofAllRows = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indpred is null or pg_get_expr(indpred, indrelid) !~ '[=<>]'`.execute(db)
  const whole = new Set(ofAllRows.rows.map(({ name }) => name))
  if (!isFilled) {
    for (const way of ['seqscan', 'hashjoin', 'mergejoin']) await db.executeQuery(CompiledQuery.raw(`set enable_${way} = off`))
  }
  const found = new Set<string>()
  for (const statement of acted) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
      CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]),
    )
    const plan = rows.map((row) => row['QUERY PLAN'])
    for (const [position, line] of plan.entries()) {
      const { index, table, cost } = scan.exec(line)?.groups ?? {}
      if (table === undefined || (isFilled && Number(cost) < costOfMany)) continue
      const isOfPart = index !== undefined && (!whole.has(index) || plan[position + 1]?.includes('Index Cond'))
      if (!isOfPart) found.add(table.replace(/_(before|later|\d{4}_\d\d)$/, ''))
    }
  }
  return [...found]
}
