import { sealedNames } from '@twofold/contract/sealed-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Place } from './sealed-value.ts'
import { rowsAtMost } from '../literal-limits.ts'
import { countChanged } from '../row-counts.ts'

/** A column that the data key of a person encrypts, in a table with the primary key `id`, which is the row of the value's place. */
export interface DataKeyColumn {
  table: string
  column: string
  owner: RawBuilder<string>
  /** The context of its place (`sealed-value.ts`), if it has one. */
  context?: RawBuilder<string>
}

/** Everything that changes its key when data keys are rotated. `sealed-columns.test.ts` holds the list against the database. */
export const dataKeyColumns: readonly DataKeyColumn[] = [
  {
    table: 'keys',
    column: 'secret',
    owner: sql`owner_id`,
    // Must match `keys/secret-place.ts`.
    context: sql`kind || ':' || algorithm || ':' || digits || ':' || coalesce(period::text, '')`,
  },
  ...sealedNames.map((column) => ({ table: 'keys', column, owner: sql<string>`owner_id` })),
  { table: 'backup_codes', column: 'code', owner: sql`(select owner_id from named_keys where named_keys.id = key_id)` },
]

export interface OwnedValue {
  id: string
  place: Place
  sealed: Buffer
  /** The sealed data key of the owner. */
  dataKey: Buffer
}

/** Walks through one column, in the order of the primary key. */
export function createDataKeyColumnRepository(db: Db, at: DataKeyColumn) {
  const [table, column] = [sql.table(at.table), sql.ref(at.column)]
  return {
    /** At most `limit` values after the row `after`. */
    async listAfter(after: string | undefined, limit: number): Promise<OwnedValue[]> {
      const { rows } = await sql<{ id: string; owner: string; context: string | null; sealed: Buffer; data_key: Buffer }>`
        select found.*, data_keys.sealed as data_key
        from (
          select id, ${at.owner} as owner, ${at.context ?? sql`null::text`} as context, ${column} as sealed from ${table}
          where ${column} is not null and ${after === undefined ? sql`true` : sql`id > ${after}`}
          order by id ${rowsAtMost(limit)}
        ) found
        join data_keys on data_keys.user_id = found.owner
        order by found.id`.execute(db)
      return rows.map(({ id, owner, context, sealed, data_key: dataKey }) => ({
        id,
        place: { table: at.table, column: at.column, row: id, owner, ...(context !== null && { context }) },
        sealed,
        dataKey,
      }))
    },

    /** Writes only if the value is still `before`: what somebody else has written meanwhile stays. Answers whether it wrote. */
    async replace(id: string, before: Buffer, after: Buffer): Promise<boolean> {
      const statement = sql`update ${table} set ${column} = ${after} where id = ${id} and ${column} = ${before}`
      return (await countChanged(() => statement.execute(db))) > 0
    },
  }
}
