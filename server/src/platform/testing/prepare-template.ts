import type { BaseLogger } from 'pino'
import { migrate } from '../migrate.ts'
import type { PostgresConnection } from '../embedded-postgres.ts'

/** Fills the database that every test's database is a copy of. Runs once for a whole test run. */
export async function prepareTemplate(connection: PostgresConnection, log: BaseLogger) {
  await migrate({ connection, log })
}
