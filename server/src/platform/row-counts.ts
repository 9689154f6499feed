import { AsyncLocalStorage } from 'node:async_hooks'
import type { DeleteResult, InsertResult, QueryResult, SelectQueryBuilder, UpdateResult } from 'kysely'

export type Written = DeleteResult | InsertResult | UpdateResult | Pick<QueryResult<unknown>, 'numAffectedRows'>

const counting = new AsyncLocalStorage<true>()

/** Whether a caller awaits the number of affected rows. A transaction sends such a write at once, and defers any other to the next read. */
export const areRowsCounted = (): boolean => counting.getStore() === true

function rowsOf(result: Written): bigint {
  if ('numUpdatedRows' in result) return result.numUpdatedRows
  if ('numDeletedRows' in result) return result.numDeletedRows
  return ('numInsertedOrUpdatedRows' in result ? result.numInsertedOrUpdatedRows : result.numAffectedRows) ?? 0n
}

/** Number of rows that `write` inserted, updated or deleted. */
export const countChanged = async (write: () => Promise<Written>): Promise<number> => Number(rowsOf(await counting.run(true, write)))

/** Whether the statement inserted, updated or deleted a row. */
export const changesRow = async (statement: { executeTakeFirst(): Promise<Written> }): Promise<boolean> =>
  (await countChanged(() => statement.executeTakeFirst())) > 0

export async function findsRow(query: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined
}

/** Number of rows of a query that selects no columns yet. */
export async function countRows<Database, Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const counted = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return (counted as { count: number }).count
}
