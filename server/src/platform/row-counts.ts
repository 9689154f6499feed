import type { DeleteResult, InsertResult, SelectQueryBuilder, UpdateResult } from 'kysely'

/** Whether the statement inserted, updated or deleted a row. */
export async function changesRow(statement: { executeTakeFirst(): Promise<DeleteResult | InsertResult | UpdateResult> }): Promise<boolean> {
  const result = await statement.executeTakeFirst()
  if ('numUpdatedRows' in result) return result.numUpdatedRows > 0n
  if ('numDeletedRows' in result) return result.numDeletedRows > 0n
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

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
