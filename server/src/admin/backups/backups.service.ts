import type { Backup, BackupOverview } from '@twofold/contract/admin/backups'
import type { BackupFiles } from '../../platform/backup/backup-files.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import type { Db } from '../../platform/database.ts'
import { fail, isFailure } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { DrillRow } from './drills.repository.ts'
import type { BackupRow, BackupsRepository } from './backups.repository.ts'
import { saidOf } from '../../platform/backup/explain-backup-failure.ts'
import { latestSlot, nextSlot } from './schedule-slots.ts'
import { createBackupJobs } from './backup-jobs.service.ts'
import { createBackupLocations } from './backup-locations.service.ts'
import { createBackupDownloads } from './backup-downloads.service.ts'
import { createBackupSchedule } from './backup-schedule.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Milliseconds without a heartbeat after which the maker or reader of a backup counts as dead. */
export const longestSilence = 30_000

const longestVerifying = 60 * 60_000

/** Rows of the list. More than the 365 that can be kept are failures. */
const listed = 400

export type SecretPlace = Pick<BackupOverview['secret'], 'place' | 'name'>

export interface BackupsDeps extends ServiceDeps {
  backups: (db: Db) => BackupsRepository
  files: Pick<BackupFiles, 'encryptedWith' | 'application' | 'sizeOf' | 'openFile' | 'remove'>
  findLastDrill: () => Promise<DrillRow | undefined>
  offSite: OffSite | undefined
  /** Location of the secret that opens new backups. */
  secretPlace: SecretPlace
  nodeId: () => Promise<string>
}

export function createBackupsService(deps: BackupsDeps) {
  const { giveUpSilent, add } = createBackupJobs(deps)
  const locations = createBackupLocations(deps)
  const { isHere, require, requireFile, removeFile } = locations
  const backups = deps.backups(deps.db)
  const ago = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  async function present(row: BackupRow): Promise<Backup> {
    return {
      ...row,
      made_by: row.made_by_name === null ? null : { id: row.made_by, name: row.made_by_name },
      said: saidOf({ error: row.error, verify_error: row.verify_error }),
      is_here: row.state === 'completed' && (await isHere(row)),
      created_at: row.created_at.toISOString(),
      finished_at: row.finished_at?.toISOString() ?? null,
      verified_at: row.verified_at?.toISOString() ?? null,
      is_verifying: row.verify_began_at !== null && row.verify_began_at > ago(longestVerifying),
    }
  }

  /** Another kind of secret than the one that was stored then opens none of the new backups. */
  const findSecretSaved = () => backups.findSecretSaved(deps.files.encryptedWith)

  return {
    ...createBackupDownloads(deps, locations),
    ...createBackupSchedule(deps),
    /** Answers its id. */
    add: async (...input: Parameters<typeof add>): Promise<string> => (await add(...input)).id,
    requireFile,
    findSecretSaved,
    async overview(): Promise<BackupOverview> {
      const [rows, { since: _, ...schedule }, restored, drill, savedAt] = await Promise.all([
        backups.list(listed),
        backups.readSchedule(),
        backups.findRestored(),
        deps.findLastDrill(),
        findSecretSaved(),
      ])
      const next = nextSlot(schedule, deps.clock.now())
      return {
        data: await Promise.all(rows.map(present)),
        schedule,
        next_at: next === undefined ? null : new Date(next).toISOString(),
        last_drill: drill === undefined ? null : presentDrill(drill),
        off_site: deps.offSite?.where ?? null,
        encrypted_with: deps.files.encryptedWith,
        secret: { ...deps.secretPlace, saved_at: savedAt?.toISOString() ?? null },
        restored: restored === undefined ? null : presentRestored(restored),
      }
    },
    async start(by: Identity): Promise<Backup> {
      return present(await add('manual', by))
    },
    /** Runs often, on every node. A scheduled moment gets one backup, by the first node to notice it. */
    async startScheduled(): Promise<void> {
      await deps.transaction((tx) => giveUpSilent(tx, { evenWaiting: false }))
      const { since, ...schedule } = await backups.readSchedule()
      const slot = latestSlot(schedule, deps.clock.now())
      if (slot === undefined || slot <= since.getTime()) return
      try {
        await add('scheduled', undefined, new Date(slot))
      } catch (error) {
        // One is in progress, or was made for this moment.
        if (!isFailure(error, 'backups.under_way')) throw error
      }
    },
    async remove(id: string): Promise<void> {
      const row = await require(id)
      if (row.state === 'waiting' || row.state === 'running') throw fail('backups.under_way')
      await removeFile(row)
      await deps.transaction(async (tx) => {
        if (!(await deps.backups(tx.db).remove(id))) throw fail('backups.not_found')
        await tx.audit({ action: 'backup.deleted', target: { kind: 'backup', id, name: row.file_name } })
      })
    },
  }
}

export type BackupsService = ReturnType<typeof createBackupsService>

const presentDrill = ({ file_name, location, finished_at, error }: DrillRow): BackupOverview['last_drill'] => ({
  file_name,
  location,
  finished_at: finished_at.toISOString(),
  error,
  said: saidOf({ error }),
})

/** Null if no e-mail waits for a decision. */
function presentRestored({
  restored_at,
  backup_created_at,
  held_mails,
}: NonNullable<Awaited<ReturnType<BackupsRepository['findRestored']>>>): BackupOverview['restored'] {
  if (held_mails === null || held_mails === 0) return null
  return { restored_at: restored_at.toISOString(), backup_created_at: backup_created_at.toISOString(), held_mails }
}
