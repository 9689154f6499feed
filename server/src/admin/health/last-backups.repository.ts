import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** When there was a backup last, and a copy of one. */
export function createLastBackups(db: Db) {
  return {
    /** The last one that ended, well or not; undefined: none ever did. */
    findLastBackup: (): Promise<{ finished_at: Date | null; error: string | null } | undefined> =>
      db
        .selectFrom('backups')
        .where('state', 'in', ['completed', 'failed'])
        .where('location', '=', 'local')
        .select(['finished_at', 'error'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** When the newest backup that has a copy off the machine was made, and how often backups are made. */
    async findLastCopy(): Promise<{ made_at: Date | null; frequency: string | null }> {
      const { rows } = await sql<{ made_at: Date | null; frequency: string | null }>`
        select (select max(created_at) from backups where location = 's3' and state = 'completed') as made_at,
          (select value ->> 'frequency' from installation_settings where name = 'backups') as frequency`.execute(db)
      return rows[0] ?? { made_at: null, frequency: null }
    },
  }
}
