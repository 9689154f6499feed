import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Database, Db } from './database.ts'
import { FailedBefore } from './first-failure.ts'
import { OpenTransaction } from './open-transaction.ts'
import { apart } from './shared-reads.ts'

/** An open transaction on a connection of its own. */
export interface Pipeline {
  db: Db
  /** From now on only results of selects and `returning` clauses are read. Every other statement travels with `commit`. */
  keepWrites: () => void
}

/**
 * Runs `work` in a transaction whose independent statements are pipelined: those of one `Promise.all` cost one round trip. They run in the order they
 * are sent in, each seeing the effects of those before; if one fails, all later ones fail with its error. Writes without a result are deferred to the
 * next read, or to `commit`. Kysely itself makes each statement of a transaction wait for the previous answer, which pg's pipeline does not need.
 */
export function pipelined<T>(db: Db, work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
  return apart(() => db.connection().execute((single) => runOn(single, work)))
}

async function runOn<T>(single: Db, work: (pipeline: Pipeline) => Promise<T>): Promise<T> {
  const connection = await single.getExecutor().provideConnection((own) => Promise.resolve(own))
  const transaction = new OpenTransaction(connection)
  try {
    const result = await work({
      db: new Kysely<Database>({ dialect: dialectOf(transaction) }),
      keepWrites: () => transaction.keepWrites(),
    })
    await transaction.commit()
    return result
  } catch (error) {
    await transaction.rollBack()
    throw error instanceof FailedBefore ? error.cause : error
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
