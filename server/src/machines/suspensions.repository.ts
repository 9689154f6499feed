import type { Db } from '../platform/database.ts'
import { changesRow } from '../platform/row-counts.ts'

/** Suspends and resumes service accounts. */
export function createSuspensions(db: Db) {
  return {
    /** False: it was so before. */
    suspend: (id: string, because: 'manager' | 'administrator' | 'unused' | 'denials', now: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('service_accounts')
          .set({ suspended_at: now, suspended_because: because })
          .where('id', '=', id)
          .where('suspended_at', 'is', null),
      ),
    async resume(id: string): Promise<boolean> {
      return changesRow(
        db
          .updateTable('service_accounts')
          .set({ suspended_at: null, suspended_because: null })
          .where('id', '=', id)
          .where('suspended_at', 'is not', null),
      )
    },
  }
}
