import type { AuditAction } from '@twofold/contract/admin/audit'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
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

/**
 * The part of a statement that adds to the audit log what `select` yields, so that a row and its entry need one round trip. Columns that are not
 * named stay empty.
 */
export const insertAudited = (columns: readonly (keyof AuditRow)[], select: RawBuilder<unknown>) =>
  sql`insert into audit_log (${sql.join(columns.map((column) => sql.ref(column)))}) ${select}`

export function createAuditTrailRepository(db: Db) {
  return {
    async put(row: AuditRow): Promise<void> {
      await db.insertInto('audit_log').values(row).execute()
    },
  }
}

export type AuditTrailRepository = ReturnType<typeof createAuditTrailRepository>
