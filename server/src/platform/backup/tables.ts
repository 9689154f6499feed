import type pg from 'pg'
import { leftOut, remade } from './tables-left-out.ts'

export interface CarriedTable {
  name: string
  /** Stored columns; PostgreSQL recomputes generated ones. */
  columns: string[]
  bytes: number
}

const list = `
  select tables.relname as name,
    (pg_table_size(tables.oid) + coalesce((select sum(pg_table_size(relid)) from pg_partition_tree(tables.oid) where isleaf), 0))::float8 as bytes,
    array(
      select attname::text from pg_attribute
      where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
    ) as columns,
    array(
      select distinct targets.relname::text from pg_constraint
      join pg_class targets on targets.oid = confrelid
      where contype = 'f' and conrelid = tables.oid and confrelid <> conrelid
    ) as refers_to
  from pg_class tables
  where tables.relnamespace = current_schema()::regnamespace and tables.relkind in ('r', 'p') and not tables.relispartition
    and tables.relpersistence = 'p'
    and not exists (select from pg_depend where objid = tables.oid and deptype = 'e')
  order by tables.relname`

/**
 * Each table follows those that it references, so that it can be filled without disabling constraints. `isMove`: the data continue where they
 * stopped.
 */
export async function listCarriedTables(client: pg.Client, { isMove = false } = {}): Promise<CarriedTable[]> {
  const { rows } = await client.query<CarriedTable & { refers_to: string[] }>(list)
  const waiting = new Map(
    rows.filter(({ name }) => !(isMove ? remade.includes(name) : Object.hasOwn(leftOut, name))).map((table) => [table.name, table]),
  )
  const inOrder: CarriedTable[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ refers_to }) => !refers_to.some((name) => waiting.has(name)))
    if (ready.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}.`)
    for (const { name, columns, bytes } of ready) {
      inOrder.push({ name, columns, bytes })
      waiting.delete(name)
    }
  }
  return inOrder
}
