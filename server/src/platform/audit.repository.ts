import type { AuditAction } from '@twofold/contract/admin/audit'
import { type RawBuilder, sql } from 'kysely'
import { currentCause } from './work-origin.ts'
import type { Db } from './database.ts'

export interface AuditRow {
  id: string
  happened_at: Date
  actor_id: string | null
  actor_name: string | null
  actor_email: string | null
  action: AuditAction
  target_kind: string | null
  target_id: string | null
  target_name: string | null
  /** JSON. */
  before: string | null
  after: string | null
  ip: string | null
}

/** Adds the id of the request that caused the row. */
const caused = () => ({ caused_by: currentCause() ?? null })

/**
 * The part of a statement that adds to the audit log, so that a row and its entry need one round trip. Columns that are not named stay empty.
 * `from`: where the values are read.
 */
export function insertAudited(values: Partial<Record<keyof AuditRow, RawBuilder<unknown>>>, from: RawBuilder<unknown> = sql``) {
  const all = { ...values, caused_by: sql`${caused().caused_by}::text` }
  return sql`insert into audit_log (${sql.join(Object.keys(all).map((column) => sql.ref(column)))}) select ${sql.join(Object.values(all))} ${from}`
}

export function createAuditTrailRepository(db: Db) {
  return {
    async put(row: AuditRow): Promise<void> {
      await db
        .insertInto('audit_log')
        .values({ ...row, ...caused() })
        .execute()
    },
  }
}

export type AuditTrailRepository = ReturnType<typeof createAuditTrailRepository>
