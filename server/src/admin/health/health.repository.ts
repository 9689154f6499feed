import type { HealthCheckName, HealthStatus } from '@twofold/contract/admin/health'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export interface CheckRow {
  name: HealthCheckName
  status: HealthStatus
  message: string
  since: Date
  checked_at: Date
  /** Administrators were notified of its trouble, and not yet of the end. */
  is_announced: boolean
}

/** The time by the clock of the database, in milliseconds since 1970. */
export const askTime = () => sql<{ milliseconds: number }>`select 1000 * extract(epoch from clock_timestamp())::float8 as milliseconds`

export function createHealthRepository(db: Db) {
  return {
    states: (): Promise<CheckRow[]> =>
      db.selectFrom('health_checks').select(['name', 'status', 'message', 'since', 'checked_at', 'is_announced']).execute() as Promise<
        CheckRow[]
      >,
    /** Serializes nodes that check at the same moment, so that the second sees the first one's result. */
    async lockStates(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('twofold.health'))`.execute(db)
    },
    async putStates(rows: CheckRow[]): Promise<void> {
      await db
        .insertInto('health_checks')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((row) => ({
            status: row.ref('excluded.status'),
            message: row.ref('excluded.message'),
            since: row.ref('excluded.since'),
            checked_at: row.ref('excluded.checked_at'),
            is_announced: row.ref('excluded.is_announced'),
          })),
        )
        .execute()
    },
  }
}

export type HealthRepository = ReturnType<typeof createHealthRepository>
