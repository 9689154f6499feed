import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connectionConfig } from './connection.ts'
import type { Database } from './database.ts'
import { LiteralLimitDialect, rowsAtMost } from './literal-limits.ts'
import { useTestDatabase } from './testing/test-database.ts'

test('how many rows are read stands in the text of a statement, and what they are compared with does not', async () => {
  const db = new Kysely<Database>({ dialect: new LiteralLimitDialect({ pool: new pg.Pool() }) })
  const built = db.selectFrom('users').select('id').where('name', '=', 'Ann').orderBy('id').limit(25).offset(50).compile()
  expect(built.sql).toBe('select "id" from "users" where "name" = $1 order by "id" limit 25 offset $2')
  expect(built.parameters).toEqual(['Ann', 50])
  expect(db.selectFrom('users').select('id').limit(25).offset(0).compile().sql).toBe('select "id" from "users" limit 25 offset 0')
  const written = sql`select id from users where name = ${'Ann'} ${rowsAtMost(25)}`.compile(db)
  expect(written.sql).toBe('select id from users where name = $1 limit 25')
  expect(sql`select ${rowsAtMost(25, 50)}`.compile(db)).toMatchObject({ sql: 'select limit 25 offset $1', parameters: [50] })
  expect(() => rowsAtMost(Number.NaN)).toThrow('NaN rows')
})

test('a page of a long table is found by its index, also when the statement is planned for any values', async () => {
  const client = new pg.Client(connectionConfig(await useTestDatabase()))
  await client.connect()
  try {
    await client.query(`
      create temporary table long_table as select id, repeat('x', 200) as text from generate_series(1, 20000) id;
      create unique index on long_table (id);
      analyze long_table;
      set plan_cache_mode = force_generic_plan`)
    const db = new Kysely<{ long_table: { id: number; text: string } }>({ dialect: new LiteralLimitDialect({ pool: new pg.Pool() }) })
    const newest = db.selectFrom('long_table').select('id').orderBy('id', 'desc').limit(25).offset(50)
    const page = db.selectFrom('long_table').selectAll().where('id', 'in', newest).compile()
    const planOf = async (name: string, text: string, values: string) => {
      await client.query(`prepare ${name} as ${text}`)
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute ${name}(${values})`)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    expect(await planOf('literal', page.sql, '50')).not.toContain('Seq Scan')
    // Otherwise this test would prove nothing.
    expect(await planOf('parameter', page.sql.replace('limit 25', 'limit $2::int8'), '50, 25')).toContain('Seq Scan')
  } finally {
    await client.end()
  }
})
