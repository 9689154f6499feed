import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Acts on the delivery of e-mail in the audit log, which any node can report. */
export function createMailWatchRepository(db: Db) {
  return {
    /** Providers that an administrator switched off. */
    async listSwitchedOff(since: Date): Promise<{ id: string; name: string; by: string | null }[]> {
      const { rows } = await sql<{ id: string; name: string; by: string | null }>`
        select id, target_name as name, actor_name as by from audit_log
        where action = 'email.provider_changed' and happened_at >= ${since}
          and before ->> 'is_active' = 'true' and after ->> 'is_active' = 'false'`.execute(db)
      return rows
    },
  }
}

export type MailWatchRepository = ReturnType<typeof createMailWatchRepository>
