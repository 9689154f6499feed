import type pg from 'pg'

/** Rows of one COPY of millions are then not looked up and counted one by one: an index is built in one go many times quicker. */
const buildMemory = '1GB'

interface Part {
  table: string
  name: string
  definition: string
}

/**
 * Fills tables that meanwhile have no foreign keys, no indexes but those of their primary keys and unique constraints, and no triggers.
 * Afterwards they have all of them again, and every foreign key was checked. What triggers would have written is left to `fill`.
 */
export async function fillBare(client: pg.Client, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const { rows: references } = await client.query<Part>(
    `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conrelid = any ($1::text[]::regclass[])`,
    [tables],
  )
  const { rows: indexes } = await client.query<Part>(
    // Of a table of months, the definition says "only": the indexes of the months would not come back.
    `select indrelid::regclass::text as "table", indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index where indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  await run(references.map(({ table, name }) => `alter table ${table} drop constraint ${name}`))
  await run(indexes.map(({ name }) => `drop index ${name}`))
  await run(tables.map((table) => `alter table ${table} disable trigger user`))
  await fill()
  await run(tables.map((table) => `alter table ${table} enable trigger user`))
  await run([`set maintenance_work_mem = '${buildMemory}'`, ...indexes.map(({ definition }) => definition)])
  await run(references.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`))
}
