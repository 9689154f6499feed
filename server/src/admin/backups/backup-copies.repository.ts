import { type Insertable, sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import type { BackupRow } from './backups.repository.ts'

/** Copies that are away from this machine. */
export function createBackupCopies(db: Db) {
  return {
    /** The row of a copy, for the node that sends it. Undefined: it is complete, or another node sends it. */
    takeCopy: (row: Insertable<Database['backups']>, silentSince: Date): Promise<BackupRow | undefined> =>
      db
        .insertInto('backups')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('object_key')
            .doUpdateSet((old) => ({
              state: 'running',
              step: 'uploading',
              progress: 0,
              error: null,
              node: row.node ?? null,
              node_id: row.node_id ?? null,
              touched_at: row.touched_at,
              fence: sql`${old.ref('backups.fence')} + 1`,
            }))
            .where((old) =>
              old.or([
                old('backups.state', '=', 'failed'),
                old.and([old('backups.state', '=', 'running'), old('backups.touched_at', '<', silentSince)]),
              ]),
            ),
        )
        .returningAll()
        .executeTakeFirst(),
    findByKey: (key: string): Promise<BackupRow | undefined> =>
      db.selectFrom('backups').selectAll().where('object_key', '=', key).executeTakeFirst(),
    /** A copy that the list does not have. */
    async putFound(row: Insertable<Database['backups']>): Promise<void> {
      await db
        .insertInto('backups')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    /** Forgets copies that are no longer in the bucket. */
    async forgetCopies({ except, finishedBefore }: { except: readonly string[]; finishedBefore: Date }): Promise<void> {
      await db
        .deleteFrom('backups')
        .where('location', '=', 's3')
        .where('state', '=', 'completed')
        .where('finished_at', '<', finishedBefore)
        .where(sql<boolean>`object_key <> all(${[...except]}::text[])`)
        .execute()
    },
  }
}
