import { backupFilePath } from '@twofold/contract/admin/backups'
import type { Backup, BackupOverview, BackupSchedule } from '@twofold/contract/admin/backups'
import { Readable } from 'node:stream'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import type { BackupFiles } from '../../platform/backup/backup-files.ts'
import { BackupError } from '../../platform/backup/backup.error.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import { constantTimeEqual, hashToken, newToken } from '../../platform/crypto/token.ts'
import type { Db } from '../../platform/database.ts'
import { fail, isFailure } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Transaction, Tx } from '../../platform/transaction.ts'
import type { DrillRow } from './drills.repository.ts'
import type { BackupRow, BackupsRepository } from './backups.repository.ts'
import { nodeEnded, saidOf, wordTrouble } from '../../platform/backup/explain-trouble.ts'
import { latestSlot, nextSlot } from './schedule.ts'

/** The job that makes one. */
export const makeBackupJob = 'backups.make'

/** Milliseconds without a word after which whoever makes a backup, or reads one back, is thought dead. */
export const longestSilence = 30_000
const longestWait = 15 * 60_000
const longestVerifying = 60 * 60_000

const downloadMilliseconds = 60_000
/** Rows of the list. More than the 365 that can be kept are failures. */
const listed = 400

export type SecretPlace = Pick<BackupOverview['secret'], 'place' | 'name'>

export interface BackupsDeps {
  db: Db
  transaction: Transaction
  backups: (db: Db) => BackupsRepository
  files: Pick<BackupFiles, 'encryptedWith' | 'application' | 'sizeOf' | 'openFile' | 'remove'>
  findLastDrill: () => Promise<DrillRow | undefined>
  offSite: OffSite | undefined
  /** Where the secret that opens new backups lies. */
  secretPlace: SecretPlace
  nodeId: () => Promise<string>
  clock: Clock
}

export function createBackupsService(deps: BackupsDeps) {
  const backups = deps.backups(deps.db)
  const now = () => new Date(deps.clock.now())
  const ago = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  async function isHere({ location, file_name: name }: BackupRow): Promise<boolean> {
    return location === 's3' ? deps.offSite !== undefined : (await deps.files.sizeOf(name)) !== undefined
  }

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

  /** Else nobody would hear of a backup whose node died, and no other one could be made. */
  async function giveUpSilent(tx: Tx, which: { evenWaiting: boolean }): Promise<void> {
    for (const name of await deps.backups(tx.db).failSilent(ago(longestWait), now(), nodeEnded, which)) {
      await tx.emit('admin.backup.completed', {
        data: { 'backup.file': name, 'backup.size': '', 'backup.outcome': wordTrouble(nodeEnded) },
      })
    }
  }

  async function add(cause: BackupRow['cause'], by: Identity | undefined, scheduledFor?: Date): Promise<BackupRow> {
    const id = uuid()
    return deps.transaction(async (tx) => {
      const rows = deps.backups(tx.db)
      await giveUpSilent(tx, { evenWaiting: true })
      const fileName = nameOf(now(), id)
      const put = rows.put({
        id,
        file_name: fileName,
        state: 'waiting',
        cause,
        made_by: by?.id ?? null,
        made_by_name: by?.name ?? null,
        scheduled_for: scheduledFor ?? null,
        touched_at: now(),
        created_at: now(),
      })
      const [isNew, row] = await Promise.all([put, rows.find(id)])
      if (!isNew || row === undefined) throw fail('backups.under_way')
      if (scheduledFor === undefined) await tx.audit({ action: 'backup.started', target: { kind: 'backup', id, name: fileName } })
      if (cause !== 'command') await tx.enqueue(makeBackupJob, { id })
      return row
    })
  }

  async function require(id: string): Promise<BackupRow> {
    const row = await backups.find(id)
    if (row === undefined) throw fail('backups.not_found')
    return row
  }

  async function refuseAbsent({ location, node, node_id }: BackupRow): Promise<never> {
    if (location === 's3') throw fail('backups.not_set_up')
    if (node_id === null || node_id === (await deps.nodeId())) throw fail('backups.gone')
    throw fail('backups.elsewhere', { parameters: { node: node ?? node_id } })
  }

  /** Complete, and within reach of this node. */
  async function requireFile(id: string): Promise<BackupRow> {
    const row = await require(id)
    if (row.state !== 'completed') throw fail('backups.not_complete')
    return (await isHere(row)) ? row : refuseAbsent(row)
  }

  async function off<Result>(work: (store: OffSite) => Promise<Result>): Promise<Result> {
    if (deps.offSite === undefined) throw fail('backups.not_set_up')
    try {
      return await work(deps.offSite)
    } catch (error) {
      if (error instanceof BackupError) throw fail('backups.off_site', { parameters: { reason: error.message } })
      throw error
    }
  }

  /** The file of a row is gone when this returns. */
  async function removeFile(row: BackupRow): Promise<void> {
    const { object_key: key } = row
    if (key !== null) {
      // What a try left that failed is no object; a bucket that is given up need not be asked about it.
      if (row.state === 'completed' || deps.offSite !== undefined) await off((store) => store.remove(key))
    } else if (await isHere(row)) await deps.files.remove(row.file_name)
    else if (row.state === 'completed' && row.node_id !== null && row.node_id !== (await deps.nodeId())) await refuseAbsent(row)
  }

  /** Another kind of secret than the one that was stored then opens none of the new backups. */
  const findSecretSaved = () => backups.findSecretSaved(deps.files.encryptedWith)

  return {
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
        last_drill:
          drill === undefined
            ? null
            : {
                file_name: drill.file_name,
                location: drill.location,
                finished_at: drill.finished_at.toISOString(),
                error: drill.error,
                said: saidOf({ error: drill.error }),
              },
        off_site: deps.offSite?.where ?? null,
        encrypted_with: deps.files.encryptedWith,
        secret: { ...deps.secretPlace, saved_at: savedAt?.toISOString() ?? null },
        restored:
          restored === undefined || (restored.held_mails ?? 0) === 0
            ? null
            : {
                restored_at: restored.restored_at.toISOString(),
                backup_created_at: restored.backup_created_at.toISOString(),
                held_mails: restored.held_mails ?? 0,
              },
      }
    },

    async start(by: Identity): Promise<Backup> {
      return present(await add('manual', by))
    },

    /** Run often, on every node. A moment of the schedule gets one backup, whoever sees first that it has come. */
    async startScheduled(): Promise<void> {
      await deps.transaction((tx) => giveUpSilent(tx, { evenWaiting: false }))
      const { since, ...schedule } = await backups.readSchedule()
      const slot = latestSlot(schedule, deps.clock.now())
      if (slot === undefined || slot <= since.getTime()) return
      try {
        await add('scheduled', undefined, new Date(slot))
      } catch (error) {
        // One is under way, or was made for this moment.
        if (!isFailure(error, 'backups.under_way')) throw error
      }
    },

    async confirmSecret(by: Identity): Promise<void> {
      const kind = deps.files.encryptedWith
      await deps.transaction(async (tx) => {
        await deps.backups(tx.db).putSecretSaved(kind, by.id, now())
        await tx.audit({ action: 'backup.secret_saved', target: { kind: 'backup' }, after: { encrypted_with: kind } })
      })
    },

    async changeSchedule(by: Identity, schedule: BackupSchedule): Promise<void> {
      await deps.transaction(async (tx) => {
        const rows = deps.backups(tx.db)
        const { since: _, ...before } = await rows.readSchedule()
        await rows.putSchedule(schedule, by.id, now())
        await tx.audit({ action: 'backup.schedule_changed', target: { kind: 'backup' }, before, after: schedule })
      })
    },

    /** Answers where the file can be fetched once. */
    async offerDownload(sessionId: string, id: string): Promise<{ url: string; expires_at: string }> {
      const row = await requireFile(id)
      const token = newToken()
      const expiresAt = new Date(deps.clock.now() + downloadMilliseconds)
      await deps.transaction(async (tx) => {
        const download = { token_hash: hashToken(token), backup_id: id, session_id: sessionId, expires_at: expiresAt }
        await deps.backups(tx.db).putDownload(download, now())
        await tx.audit({ action: 'backup.downloaded', target: { kind: 'backup', id, name: row.file_name } })
      })
      return { url: `${backupFilePath}/${token}`, expires_at: expiresAt.toISOString() }
    },

    /** Undefined when the address was used, its minute is over, or another browser asks. */
    async openDownload(token: string, browserHalf: string | undefined) {
      const found = await backups.takeDownload(hashToken(token), now())
      if (found === undefined) return undefined
      const isTheirs =
        found.browser_hash === null || (browserHalf !== undefined && constantTimeEqual(hashToken(browserHalf), found.browser_hash))
      if (!isTheirs) return undefined
      const row = await requireFile(found.backup_id)
      const { file_name: name, object_key: key } = row
      const file = key === null ? await deps.files.openFile(name) : await off((store) => store.getWhole(key))
      return file && { content: key === null ? file.content : Readable.from(file.content, { objectMode: false }), size: file.size, name }
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

/** `twofold-2026-11-20-0300-1a2b3c4d.backup`; the end keeps two of one minute apart. */
function nameOf(time: Date, id: string): string {
  const [day = '', clock = ''] = time.toISOString().split('T')
  return `twofold-${day}-${clock.slice(0, 5).replace(':', '')}-${id.slice(-8)}.backup`
}
