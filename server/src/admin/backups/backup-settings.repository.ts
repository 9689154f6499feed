import { backupSchedule, type BackupSchedule, defaultBackupSchedule } from '@twofold/contract/admin/backups'
import { type Insertable, sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { createSettingsStoreRepository } from '../../platform/policy/settings.repository.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'
import { isOpenSession } from '../../platform/lasts.ts'

const scheduleName = 'backups'

const secretName = 'backup_secret'

/** Schedule of backups, the secret that opens them, and who may download one. */
export function createBackupSettings(db: Db) {
  const settings = createSettingsStoreRepository(db)

  return {
    /** Tells the installation apart from others in the same bucket. */
    async readInstallation(): Promise<string> {
      const { id } = await db
        .selectFrom('installation_settings')
        .where('name', '=', 'installation')
        .select(sql<string>`value #>> '{}'`.as('id'))
        .executeTakeFirstOrThrow()
      return id
    },
    /** `since`: time of the choice; for the default schedule, the installation time. Earlier moments are not due. */
    async readSchedule(): Promise<BackupSchedule & { since: Date }> {
      const { rows } = await sql<{ made: Date | null; value: unknown; changed_at: Date | null }>`
        select installation.made, chosen.value, chosen.changed_at
        from (select min(applied_at) as made from migrations) installation
        left join installation_settings chosen on chosen.name = ${scheduleName}`.execute(db)
      const [row] = rows
      if (row !== undefined && row.changed_at !== null) return { ...backupSchedule.parse(row.value), since: row.changed_at }
      return { ...defaultBackupSchedule, since: row?.made ?? new Date(0) }
    },
    putSchedule: (schedule: BackupSchedule, by: string, now: Date): Promise<void> => settings.put(scheduleName, schedule, by, now),
    /** Time at which an administrator confirmed that this kind of secret is also stored elsewhere. */
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
    removable: (now: Date): RetentionTask[] => [rowsUntil({ table: 'backup_downloads', column: 'expires_at', until: now })],
    async putDownload(download: Insertable<Database['backup_downloads']>): Promise<void> {
      await db.insertInto('backup_downloads').values(download).execute()
    },
    /** The token is good once. `browser_hash`: of the session that asked; null when a program did. */
    async takeDownload(tokenHash: Buffer, now: Date) {
      const { rows } = await sql<{ backup_id: string; session_id: string; browser_hash: Buffer | null }>`
        delete from backup_downloads using session_browsers sessions
        where backup_downloads.token_hash = ${tokenHash} and sessions.id = session_id and backup_downloads.expires_at > ${now}
          and ${isOpenSession(now)}
        returning backup_id, session_id, sessions.browser_hash`.execute(db)
      return rows[0]
    },
    /** Whether the session that asked for a download is open: it ends with its person's role as well. */
    async isOpen(sessionId: string, now: Date): Promise<boolean> {
      const { rows } = await sql`select from session_browsers sessions where id = ${sessionId} and ${isOpenSession(now)}`.execute(db)
      return rows.length > 0
    },
    /** The latest restore, as long as e-mail of it is held. */
    findRestored: () =>
      db
        .selectFrom('restorations')
        .orderBy('restored_at', 'desc')
        .limit(1)
        .select(['restored_at', 'backup_created_at'])
        .select((row) =>
          row
            .selectFrom('logged_mails')
            .where('queue', '=', 'held')
            .select((held) => held.fn.countAll<number>().as('count'))
            .as('held_mails'),
        )
        .executeTakeFirst(),
  }
}
