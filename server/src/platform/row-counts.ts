import type { DeleteResult, InsertResult, QueryResult, SelectQueryBuilder, UpdateResult } from 'kysely'

/** What a statement answers that inserts, updates or deletes. */
export type Written = DeleteResult | InsertResult | UpdateResult | Pick<QueryResult<unknown>, 'numAffectedRows'>

/** How many rows a statement inserted, updated or deleted. */
export function rowsOf(result: Written): bigint {
  if ('numUpdatedRows' in result) return result.numUpdatedRows
  if ('numDeletedRows' in result) return result.numDeletedRows
  return ('numInsertedOrUpdatedRows' in result ? result.numInsertedOrUpdatedRows : result.numAffectedRows) ?? 0n
}

/** Whether the statement inserted, updated or deleted a row. */
export const changesRow = async (statement: { executeTakeFirst(): Promise<Written> }): Promise<boolean> =>
  rowsOf(await statement.executeTakeFirst()) > 0n

/** Whether a query finds a row. */
export async function findsRow(query: { executeTakeFirst(): Promise<object | undefined> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined
}

/** How many rows a query that selects no columns yet would find. */
export async function countRows<Database, Table extends keyof Database>(
  query: SelectQueryBuilder<Database, Table, object>,
): Promise<number> {
  const counted = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return (counted as { count: number }).count
}
