import type { Db } from '../../platform/database.ts'
import type { BackupRow } from './backups.repository.ts'
import { changesRow } from '../../platform/row-counts.ts'

/** Removes old backups. */
export function createBackupRetention(db: Db) {
  return {
    /** False: somebody else removed it. */
    remove: (id: string): Promise<boolean> => changesRow(db.deleteFrom('backups').where('id', '=', id)),
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
