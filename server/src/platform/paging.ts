import { type AliasedRawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** Total number of rows of `found`, as a column of its page: counted once, in the same statement. */
export const totalOf = <From extends keyof Database, Row>(
  found: SelectQueryBuilder<Database, From, Row>,
): AliasedRawBuilder<number, 'total'> => sql<number>`(${found.select(({ fn }) => fn.countAll().as('total'))})`.as('total')

/** The total of a page of `found` that was read with `totalOf`. Only a page behind the last one has to be counted by itself. */
export async function readTotal<From extends keyof Database, Row>(
  page: readonly { total: number }[],
  offset: number,
  found: SelectQueryBuilder<Database, From, Row>,
): Promise<number> {
  const [first] = page
  if (first !== undefined || offset === 0) return first?.total ?? 0
  return countAll(found)
}

export async function countAll<From extends keyof Database, Row>(found: SelectQueryBuilder<Database, From, Row>): Promise<number> {
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return total
}

/** A page as it is answered. `from` and `to` count from 1; both are 0 for an empty page. */
export function paged<Row>(data: Row[], at: { page: number; perPage: number; total: number }) {
  const before = (at.page - 1) * at.perPage
  return {
    data,
    current_page: at.page,
    last_page: Math.max(1, Math.ceil(at.total / at.perPage)),
    per_page: at.perPage,
    total: at.total,
    from: data.length === 0 ? 0 : before + 1,
    to: data.length === 0 ? 0 : before + data.length,
  }
}
