import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { createBackupCopies } from './backup-copies.repository.ts'
import { createBackupSettings } from './backup-settings.repository.ts'
import { changesRow, findsRow } from '../../platform/row-counts.ts'

export type BackupRow = Selectable<Database['backups']>

export function createBackupsRepository(db: Db) {
  return {
    ...createBackupCopies(db),
    ...createBackupSettings(db),
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
    list: (limit: number): Promise<BackupRow[]> =>
      db.selectFrom('backups').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute(),
    find: (id: string): Promise<BackupRow | undefined> => db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst(),
    /** False: one is under way, or this moment of the schedule has its backup. */
    put: (row: Insertable<Database['backups']>): Promise<boolean> =>
      changesRow(
        db
          .insertInto('backups')
          .values(row)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    /** Claims it for this node, until the node is silent for longer than `silentSince` says. Undefined: it is over, or another node has it. */
    async take(id: string, by: { node: string; node_id: string }, now: Date, silentSince: Date): Promise<BackupRow | undefined> {
      return db
        .updateTable('backups')
        .set((row) => ({ state: 'running', ...by, touched_at: now, progress: 0, fence: row('fence', '+', 1) }))
        .where('id', '=', id)
        .where((row) =>
          row.or([row('state', '=', 'waiting'), row.and([row('state', '=', 'running'), row('touched_at', '<', silentSince)])]),
        )
        .returningAll()
        .executeTakeFirst()
    },
    /** Whether a backup is being made, or sent off-site. */
    isUnderWay: (): Promise<boolean> =>
      findsRow(db.selectFrom('backups').where('state', 'in', ['waiting', 'running']).select('id').limit(1)),
    /** False: another node has taken it over. */
    change: (id: string, fence: number, values: Updateable<Database['backups']>): Promise<boolean> =>
      changesRow(db.updateTable('backups').set(values).where('id', '=', id).where('fence', '=', fence).where('state', '=', 'running')),
    /** Fails backups whose maker is silent; `evenWaiting`: also those still queued. Answers their files. */
    async failSilent(silentSince: Date, now: Date, error: string, { evenWaiting }: { evenWaiting: boolean }): Promise<string[]> {
      const rows = await db
        .updateTable('backups')
        .set({ state: 'failed', error, finished_at: now })
        .where((row) =>
          row.or([
            row('state', '=', 'running'),
            row.and([row('state', '=', 'waiting'), ...(evenWaiting ? [] : [row('cause', '=', 'command')])]),
          ]),
        )
        .where('touched_at', '<', silentSince)
        .returning('file_name')
        .execute()
      return rows.map(({ file_name: name }) => name)
    },
    /** False: it is being read already. */
    beginVerifying: (id: string, now: Date, silentSince: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('backups')
          .set({ verify_began_at: now })
          .where('id', '=', id)
          .where((row) => row.or([row('verify_began_at', 'is', null), row('verify_began_at', '<', silentSince)])),
      ),
    async endVerifying(id: string, now: Date, error: string | null): Promise<void> {
      await db.updateTable('backups').set({ verify_began_at: null, verified_at: now, verify_error: error }).where('id', '=', id).execute()
    },
  }
}

export type BackupsRepository = ReturnType<typeof createBackupsRepository>
