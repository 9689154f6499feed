import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { changesRow, countChanged } from '../platform/row-counts.ts'

/** Keys that are deleted, and come back for a minute. */
export function createDeletedKeys(db: Db) {
  return {
    /** Out of sight at once; the row is removed later, so that a deletion can be undone for a moment. */
    async markDeleted(id: string, now: Date): Promise<void> {
      await db.updateTable('keys').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute()
    },
    /** False: it was not deleted after `since`, or is destroyed. */
    unmarkDeleted: (id: string, since: Date, now: Date): Promise<boolean> =>
      changesRow(db.updateTable('keys').set({ deleted_at: null, updated_at: now }).where('id', '=', id).where('deleted_at', '>', since)),
    removableDeleted: (until: Date): RetentionTask[] => [rowsUntil({ table: 'keys', column: 'deleted_at', until })],
    /** Removes at most `limit`; answers the number. */
    async removeDeletedBefore(time: Date, limit: number): Promise<number> {
      const due = db.selectFrom('keys').where('deleted_at', '<=', time).orderBy('deleted_at').limit(limit).select('id')
      return countChanged(() => db.deleteFrom('keys').where('id', 'in', due).executeTakeFirst())
    },
  }
}
