import { backupSchedule, defaultBackupSchedule } from '@twofold/contract/admin/backups'
import type { BackupSchedule } from '@twofold/contract/admin/backups'
import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { createSettingsStoreRepository } from '../../platform/policy/settings.repository.ts'
import { removeAll, rowsUntil } from '../../platform/retention.ts'

export type BackupRow = Selectable<Database['backups']>

const scheduleName = 'backups'
const secretName = 'backup_secret'

export function createBackupsRepository(db: Db) {
  const settings = createSettingsStoreRepository(db)

  return {
    list: (limit: number): Promise<BackupRow[]> =>
      db.selectFrom('backups').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute(),
    find: (id: string): Promise<BackupRow | undefined> => db.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst(),

    /** False: one is under way, or this moment of the schedule has its backup. */
    async put(row: Insertable<Database['backups']>): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('backups')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    /** For this node alone, until it is silent for longer than `silentSince` says. Undefined: it is over, or another node makes it. */
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

    /** Whether any is being made, or sent off the machine. */
    async isUnderWay(): Promise<boolean> {
      const row = await db.selectFrom('backups').where('state', 'in', ['waiting', 'running']).select('id').limit(1).executeTakeFirst()
      return row !== undefined
    },

    /** False: another node has taken it over. */
    async change(id: string, fence: number, values: Updateable<Database['backups']>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('backups')
        .set(values)
        .where('id', '=', id)
        .where('fence', '=', fence)
        .where('state', '=', 'running')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Those that nobody makes any more; `evenWaiting`: also those that a job is still to make. Answers their files. */
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
    async beginVerifying(id: string, now: Date, silentSince: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('backups')
        .set({ verify_began_at: now })
        .where('id', '=', id)
        .where((row) => row.or([row('verify_began_at', 'is', null), row('verify_began_at', '<', silentSince)]))
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    async endVerifying(id: string, now: Date, error: string | null): Promise<void> {
      await db.updateTable('backups').set({ verify_began_at: null, verified_at: now, verify_error: error }).where('id', '=', id).execute()
    },

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
    /** Copies that the bucket does not have any more. */
    async forgetCopies({ except, finishedBefore }: { except: readonly string[]; finishedBefore: Date }): Promise<void> {
      await db
        .deleteFrom('backups')
        .where('location', '=', 's3')
        .where('state', '=', 'completed')
        .where('finished_at', '<', finishedBefore)
        .where(sql<boolean>`object_key <> all(${[...except]}::text[])`)
        .execute()
    },
    /** Tells the installation apart from others in the same bucket. */
    async readInstallation(): Promise<string> {
      const { id } = await db
        .selectFrom('installation_settings')
        .where('name', '=', 'installation')
        .select(sql<string>`value #>> '{}'`.as('id'))
        .executeTakeFirstOrThrow()
      return id
    },

    /** `since`: when it was chosen; for the one that nobody chose, when the installation was made. No moment before counts. */
    async readSchedule(): Promise<BackupSchedule & { since: Date }> {
      const row = await db
        .selectFrom('installation_settings')
        .where('name', '=', scheduleName)
        .select(['value', 'changed_at'])
        .executeTakeFirst()
      if (row !== undefined) return { ...backupSchedule.parse(row.value), since: row.changed_at }
      const { rows } = await sql<{ made: Date }>`select min(applied_at) as made from migrations`.execute(db)
      return { ...defaultBackupSchedule, since: rows[0]?.made ?? new Date(0) }
    },
    putSchedule: (schedule: BackupSchedule, by: string, now: Date): Promise<void> => settings.put(scheduleName, schedule, by, now),

    /** When somebody said that this kind of secret is kept elsewhere too. */
    async findSecretSaved(kind: string): Promise<Date | undefined> {
      const row = await db
        .selectFrom('installation_settings')
        .where('name', '=', secretName)
        .where(sql`value ->> 'kind'`, '=', kind)
        .select('changed_at')
        .executeTakeFirst()
      return row?.changed_at
    },
    putSecretSaved: (kind: string, by: string, now: Date): Promise<void> => settings.put(secretName, { kind }, by, now),

    async putDownload(download: Insertable<Database['backup_downloads']>, now: Date): Promise<void> {
      await removeAll(db, rowsUntil({ table: 'backup_downloads', column: 'expires_at', until: now }))
      await db.insertInto('backup_downloads').values(download).execute()
    },
    /** The token is good once. `browser_hash`: of the session that asked; null when a program did. */
    async takeDownload(tokenHash: Buffer, now: Date): Promise<{ backup_id: string; browser_hash: Buffer | null } | undefined> {
      const { rows } = await sql<{ backup_id: string; browser_hash: Buffer | null }>`
        delete from backup_downloads using sessions
        where backup_downloads.token_hash = ${tokenHash} and sessions.id = session_id and backup_downloads.expires_at > ${now}
          and sessions.expires_at > ${now} and not sessions.is_pending
        returning backup_id, sessions.browser_hash`.execute(db)
      return rows[0]
    },

    /** The newest restore, as long as mail of it is held. */
    findRestored: () =>
      db
        .selectFrom('restorations')
        .orderBy('restored_at', 'desc')
        .limit(1)
        .select(['restored_at', 'backup_created_at'])
        .select((row) =>
          row
            .selectFrom('email_logs')
            .where('queue', '=', 'held')
            .select((held) => held.fn.countAll<number>().as('count'))
            .as('held_mails'),
        )
        .executeTakeFirst(),
  }
}

export type BackupsRepository = ReturnType<typeof createBackupsRepository>
