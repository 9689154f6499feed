import type { HealthCheckName, HealthStatus } from '@twofold/contract/admin/health'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { createHealthFigures } from './health-figures.repository.ts'

export interface HealthFigures {
  connections: number
  max_connections: number
  /** Nodes that are alive, and how many connections they may take together of those that are not reserved. */
  nodes: number
  needed_connections: number
  usable_connections: number
  /** By the clock of the database. */
  database_time: Date
  waiting_jobs: number
  oldest_job_seconds: number | null
  failed_jobs: number
  waiting_mails: number
  failed_mails: number
  /** E-mails that have waited too long, and the time since which the first of them has. */
  late_mails: number
  oldest_mail: Date | null
  /** The role that the application connects as, and whether it may do what the owner of the audit log may. */
  role: string
  is_owner: boolean
  /** Rows of the audit log without a link, and for how many seconds the oldest of them has waited. */
  audit_waiting: number
  audit_waiting_seconds: number | null
  /** The last verification of the audit log: how many seconds ago, how many rows, and what it found in a sentence. Null: none yet; nothing. */
  audit_verified_seconds: number | null
  audit_verified_rows: number | null
  audit_problem: string | null
  /** Streams of the audit log that are not paused, and those of them for which rows wait: for how many seconds, and why. */
  streams: number
  late_streams: { name: string; seconds: number; error: string | null }[]
  /** Months after the present one that usage and activity have a table for. */
  months_ahead: number
}

/** An active e-mail provider. */
export interface ProviderRow {
  name: string
  /** Without a From address it cannot send. */
  has_sender: boolean
  /** Its breaker is open after repeated failures. */
  is_down: boolean
  is_out_of_quota: boolean
}

export interface CheckRow {
  name: HealthCheckName
  status: HealthStatus
  message: string
  since: Date
  checked_at: Date
}

export function createHealthRepository(db: Db) {
  return {
    ...createHealthFigures(db),
    states: (): Promise<CheckRow[]> =>
      db.selectFrom('health_checks').select(['name', 'status', 'message', 'since', 'checked_at']).execute() as Promise<CheckRow[]>,
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
          })),
        )
        .execute()
    },
  }
}

export type HealthRepository = ReturnType<typeof createHealthRepository>
