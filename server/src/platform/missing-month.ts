import { CompiledQuery, type DatabaseConnection, type Driver, PostgresDriver } from 'kysely'
import pg from 'pg'

/*
 * A write that finds no partition for its row creates it, so that no write fails because partitions were not made in time or a clock is far ahead. A
 * single statement is retried here; one within a transaction has aborted it, and `transaction.ts` starts it again.
 */

/** Tables that are one table for each month (UTC), in the order in which they are divided (migrations 0213 and 0325). */
export const monthlyTables = ['key_usage', 'activity', 'audit_log', 'email_logs', 'email_attempts'] as const
export type MonthlyTable = (typeof monthlyTables)[number]

export interface MissingMonth {
  table: MonthlyTable
  /** Timestamp in PostgreSQL's format. */
  moment: string
}

/** The table and time of a row for which there was no month; undefined for any other error. */
export function findMissingMonth(error: unknown): MissingMonth | undefined {
  // A failed check constraint has a name as well. The text around the time is in the server's language.
  if (!(error instanceof pg.DatabaseError) || error.code !== '23514' || error.constraint !== undefined) return undefined
  const table = monthlyTables.find((name) => name === error.table)
  const moment = /^[^()]*\(\w+\) = \(([^()]+)\)[^()]*$/.exec(error.detail ?? '')?.[1]
  return table === undefined || moment === undefined ? undefined : { table, moment }
}

const drivers = new WeakMap<DatabaseConnection, Driver>()

/** The driver that opened a connection: begins, commits and rolls back on it. */
export function driverOf(connection: DatabaseConnection): Driver {
  const driver = drivers.get(connection)
  if (driver === undefined) throw new Error('The connection is none of the application.')
  return driver
}

/** PostgreSQL's driver, whose statements run again when the month was missing that they write to. */
export class MonthMakingDriver extends PostgresDriver {
  readonly #inTransaction = new WeakSet<DatabaseConnection>()
  readonly #watched = new WeakSet<DatabaseConnection>()

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...options)
    this.#inTransaction.delete(connection)
    if (!this.#watched.has(connection)) this.#watch(connection)
    return connection
  }

  override async beginTransaction(...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>): Promise<void> {
    this.#inTransaction.add(connection)
    await super.beginTransaction(connection, settings)
  }

  #watch(connection: DatabaseConnection): void {
    this.#watched.add(connection)
    drivers.set(connection, this)
    const send = connection.executeQuery.bind(connection)
    connection.executeQuery = async <Row>(query: CompiledQuery) => {
      try {
        return await send<Row>(query)
      } catch (error) {
        const missing = this.#inTransaction.has(connection) ? undefined : findMissingMonth(error)
        if (missing === undefined) throw error
        await send(CompiledQuery.raw('select make_month($1, $2::timestamptz)', [missing.table, missing.moment]))
        return send<Row>(query)
      }
    }
  }
}
