import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { areRowsCounted } from './row-counts.ts'

/** A statement whose rows are counted failed only because one before it had. */
export class FailedBefore extends Error {
  override name = 'FailedBefore'
}

/**
 * This statement came after one that failed: `in_failed_sql_transaction`, or `invalid_sql_statement_name` where it was to be prepared by one that
 * came after it as well.
 */
const afterFailure: ReadonlySet<unknown> = new Set(['25P02', '26000'])

/**
 * Of statements that fail together, any may be awaited first, and the answers of one packet are heard of in another order than they came in. All of
 * them report the error of the statement that was sent first: a deadlock is tried again, its consequence is not.
 */
export function reportingFirstFailure(connection: DatabaseConnection): DatabaseConnection {
  let first: unknown
  /** Settles when every statement so far has answered. */
  let answered: Promise<unknown> = Promise.resolve()
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const isCounted = areRowsCounted()
      const answer = connection.executeQuery<R>(query)
      const noted = answered.then(() => answer).catch((error: unknown) => void (first ??= error))
      answered = noted
      try {
        return await answer
      } catch (error) {
        await noted
        const isConsequence = first !== error && error instanceof Error && 'code' in error && afterFailure.has(error.code)
        // Otherwise its own error would be taken for that of the value it writes.
        if (isConsequence && isCounted) throw new FailedBefore('A statement before this one failed.', { cause: first })
        throw isConsequence ? first : error
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  }
}
