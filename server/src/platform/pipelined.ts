import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, Transaction } from 'kysely'
import type { Database, Db } from './database.ts'

/** `end`: from then on no statement is sent. Whoever is not done then would write on a connection that is somebody else's by now. */
export interface Pipeline {
  db: Db
  end: () => void
}

/**
 * An open transaction whose statements travel together where they do not wait for one another: those of one `Promise.all` cost one round trip.
 * They run in the order they are sent in, each on what is there when its turn comes; when one fails, all later ones fail with its error. Kysely
 * itself has the statements of a transaction wait for each other's answers, which pg's pipeline does not need.
 */
export async function pipelined(tx: Transaction<Database>): Promise<Pipeline> {
  const connection = await tx.getExecutor().provideConnection((opened) => Promise.resolve(opened))
  const { guarded, end } = untilEnd(tellingTheFirstFailure(connection))
  return { db: new Kysely<Database>({ dialect: dialectOf(guarded) }), end }
}

function untilEnd(connection: DatabaseConnection): { guarded: DatabaseConnection; end: () => void } {
  let isOver = false
  const requireOpen = () => {
    if (isOver) throw new Error('The transaction has ended.')
  }
  const guarded: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      requireOpen()
      return connection.executeQuery<R>(query)
    },
    streamQuery(query, size) {
      requireOpen()
      return connection.streamQuery(query, size)
    },
  }
  return { guarded, end: () => void (isOver = true) }
}

/**
 * This statement came after one that failed: `in_failed_sql_transaction`, or `invalid_sql_statement_name` where it was to be prepared by one that
 * came after it as well.
 */
const afterFailure: ReadonlySet<unknown> = new Set(['25P02', '26000'])

/** Of statements that failed together, whoever awaits the least hears first. What they all failed of is what the first one failed of. */
function tellingTheFirstFailure(connection: DatabaseConnection): DatabaseConnection {
  let first: unknown
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      try {
        return await connection.executeQuery<R>(query)
      } catch (error) {
        first ??= error
        throw error instanceof Error && 'code' in error && afterFailure.has(error.code) ? first : error
      }
    },
    streamQuery: (query, size) => connection.streamQuery(query, size),
  }
}

function dialectOf(connection: DatabaseConnection): Dialect {
  const done = () => Promise.resolve()
  const refused = () => Promise.reject(new Error('No transaction begins within one that is open.'))
  const driver: Driver = {
    init: done,
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: done,
    beginTransaction: refused,
    commitTransaction: refused,
    rollbackTransaction: refused,
    destroy: done,
  }
  return {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}
