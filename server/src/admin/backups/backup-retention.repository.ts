import type { Db } from '../../platform/database.ts'
import type { BackupRow } from './backups.repository.ts'

/** Removes old backups. */
export function createBackupRetention(db: Db) {
  return {
    /** False: somebody else removed it. */
    async remove(id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('backups').where('id', '=', id).executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
    /** Beyond the newest `keep` that are complete. */
    listBeyond: (keep: number): Promise<BackupRow[]> =>
      db
        .selectFrom('backups')
        .selectAll()
        .where('state', '=', 'completed')
        .where('location', '=', 'local')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keep)
        .execute(),
    async removeFailedBefore(time: Date): Promise<void> {
      await db.deleteFrom('backups').where('state', '=', 'failed').where('created_at', '<', time).execute()
    },
  }
}
