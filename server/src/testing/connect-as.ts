import type pg from 'pg'
import { pino } from 'pino'
import { migrate } from '../platform/migrate.ts'
import type { PostgresConnection } from '../platform/embedded-postgres.ts'

/** How a role that owns nothing connects. The server of the tests has one role that may sign in; it takes the rights of the other. */
export async function connectAs(owner: PostgresConnection, role: string): Promise<pg.ClientConfig> {
  await migrate({ connection: owner, log: pino({ level: 'silent' }), role })
  return { ...owner, options: `-c role=${role}` }
}
