import type { Insertable, Selectable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'

export type DrillRow = Selectable<Database['backup_drills']>

export function createDrillsRepository(db: Db) {
  return {
    put: async (row: Insertable<Database['backup_drills']>): Promise<void> => {
      await db.insertInto('backup_drills').values(row).execute()
    },
    findLast: (): Promise<DrillRow | undefined> =>
      db.selectFrom('backup_drills').selectAll().orderBy('finished_at', 'desc').limit(1).executeTakeFirst(),
  }
}

export type DrillsRepository = ReturnType<typeof createDrillsRepository>
