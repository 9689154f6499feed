import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Place } from './sealed-value.ts'
import type { SealedColumn } from './sealed-columns.ts'
import { rowsAtMost } from '../literal-limits.ts'
import { countChanged } from '../row-counts.ts'

export interface SealedRow {
  key: string[]
  place: Place
  sealed: Buffer
}

/** Walks through one sealed column, in the order of the primary key. */
export function createSealedColumnsRepository(db: Db, at: SealedColumn) {
  const table = sql.table(at.table)
  const column = sql.ref(at.column)
  const key = list(at.key.map((name) => sql.ref(name)))
  const values = (row: readonly string[]) => list(row.map((value) => sql`${value}`))

  return {
    /** At most `limit` rows after the row `after`. */
    async listAfter(after: readonly string[] | undefined, limit: number): Promise<SealedRow[]> {
      const keyTexts = list(at.key.map((name) => sql`${sql.ref(name)}::text`))
      const { rows } = await sql<{ key: string[]; row: string; owner: string; sealed: Buffer }>`
        select array[${keyTexts}] as key, ${sql.ref(at.row)}::text as row,
          ${at.owner === null ? sql.lit('') : sql.ref(at.owner)}::text as owner, ${column} as sealed
        from ${table}
        where ${column} is not null and ${after === undefined ? sql`true` : sql`(${key}) > (${values(after)})`}
        order by ${key} ${rowsAtMost(limit)}`.execute(db)
      return rows.map(({ key: rowKey, row, owner, sealed }) => ({
        key: rowKey,
        place: { table: at.table, column: at.column, row, owner },
        sealed,
      }))
    },

    /** Writes only if the value is still `before`: what somebody else has written meanwhile stays. Answers whether it wrote. */
    async replace(row: readonly string[], before: Buffer, after: Buffer): Promise<boolean> {
      const statement = sql`update ${table} set ${column} = ${after} where (${key}) = (${values(row)}) and ${column} = ${before}`
      return (await countChanged(() => statement.execute(db))) > 0
    },
  }
}

function list(parts: RawBuilder<unknown>[]) {
  return sql.join(parts, sql`, `)
}
