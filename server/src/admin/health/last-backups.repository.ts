import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Times of the latest backup and copy. */
export function createLastBackups(db: Db) {
  return {
    /** The last one that ended, well or not; undefined: none ever did. */
    findLastBackup: (): Promise<{ finished_at: Date | null; error: string | null } | undefined> =>
      db
        .selectFrom('listed_backups')
        .where('state', 'in', ['completed', 'failed'])
        .where('location', '=', 'local')
        .select(['finished_at', 'error'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** Time of the newest backup with an off-site copy, and the frequency of backups. */
    async findLastCopy(): Promise<{ made_at: Date | null; frequency: string | null }> {
      const { rows } = await sql<{ made_at: Date | null; frequency: string | null }>`
        select (select max(created_at) from listed_backups where location = 's3' and state = 'completed') as made_at,
          (select value ->> 'frequency' from installation_settings where name = 'backups') as frequency`.execute(db)
      return rows[0] ?? { made_at: null, frequency: null }
    },
  }
}
