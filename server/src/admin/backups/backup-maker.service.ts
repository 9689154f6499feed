import type { BackupFiles } from '../../platform/backup/backup-files.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { BackupRow, BackupsRepository } from './backups.repository.ts'
import { type BackupsService, longestSilence } from './backups.service.ts'
import { explainTrouble, wordTrouble } from '../../platform/backup/explain-backup-failure.ts'
import { reportProgress } from './report-progress.ts'
import { createBackupVerifier } from './backup-verifier.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const failuresKept = 90 * 24 * 60 * 60 * 1000
export interface BackupMakerDeps extends ServiceDeps {
  backups: (db: Db) => BackupsRepository
  service: Pick<BackupsService, 'requireFile'>
  files: Pick<BackupFiles, 'make' | 'verify' | 'pathOf' | 'remove' | 'sizeOf' | 'encryptedWith' | 'application'>
  offSite: OffSite | undefined
  node: string
  nodeId: () => Promise<string>
  log: Log
}

/** The work itself: making files, and removing old ones. */
export function createBackupMakerService(deps: BackupMakerDeps) {
  const backups = deps.backups(deps.db)
  const stopping = new AbortController()
  const verifier = createBackupVerifier(deps, stopping.signal)
  const ago = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  async function finish(row: BackupRow, size: number) {
    const { encryptedWith: encrypted_with, application } = deps.files
    await deps.transaction(async (tx) => {
      const values = { state: 'completed' as const, step: null, progress: 100, encrypted_with, application, size }
      const isClaimed = await deps
        .backups(tx.db)
        .change(row.id, row.fence, { ...values, finished_at: deps.clock.date(), verified_at: deps.clock.date() })
      if (!isClaimed) throw new Error('Another node makes this backup now.')
      const data = { 'backup.file': row.file_name, 'backup.size': sizeText(size), 'backup.outcome': 'completed' }
      await tx.emit('admin.backup.completed', { data })
    })
  }

  async function giveUp(row: BackupRow, sentence: string) {
    await deps.files.remove(row.file_name).catch(() => {}) // if not even the folder is accessible, there is no file either
    await deps.transaction(async (tx) => {
      const isClaimed = await deps
        .backups(tx.db)
        .change(row.id, row.fence, { state: 'failed', step: null, error: sentence, finished_at: deps.clock.date() })
      if (!isClaimed) return
      const data = { 'backup.file': row.file_name, 'backup.size': '', 'backup.outcome': wordTrouble(sentence) }
      await tx.emit('admin.backup.completed', { data })
    })
  }

  /** Beyond those that are to be kept, as far as their files are on this machine. */
  async function removeOld() {
    const { keep } = await backups.readSchedule()
    const nodeId = await deps.nodeId()
    for (const row of await backups.listBeyond(keep)) {
      const isHere = (await deps.files.sizeOf(row.file_name)) !== undefined
      if (!isHere && row.node_id !== nodeId) continue
      await deps.files.remove(row.file_name)
      await backups.remove(row.id)
    }
    await backups.removeFailedBefore(ago(failuresKept))
  }

  return {
    /** Makes one that waits, or that a dead node has left. Throws while the other node may be alive, so that it is tried again. Answers its error. */
    async make(id: string, signal = new AbortController().signal): Promise<string | undefined> {
      const row = await backups.take(id, { node: deps.node, node_id: await deps.nodeId() }, deps.clock.date(), ago(longestSilence))
      if (row === undefined) {
        if ((await backups.find(id))?.state === 'running') throw new Error('Another node makes this backup, or has just ended.')
        return undefined
      }
      const breakOff = new AbortController()
      const reporter = reportProgress({ backups, row, firstStep: 'writing', breakOff, now: deps.clock.date })
      try {
        const { size } = await deps.files.make(row.file_name, reporter.note, AbortSignal.any([signal, breakOff.signal, stopping.signal]))
        await finish(row, size)
      } catch (error) {
        // A node that is being stopped leaves it to another one, or to itself when it is back.
        if (stopping.signal.aborted || breakOff.signal.aborted || signal.aborted) throw error
        deps.log.error({ err: error, backup: row.file_name }, 'a backup could not be made')
        const sentence = explainTrouble(error)
        await giveUp(row, sentence)
        return sentence
      } finally {
        reporter.stop()
      }
      await removeOld()
      return undefined
    },

    verify: verifier.verify,

    async stop(): Promise<void> {
      stopping.abort()
      await verifier.settled()
    },
  }
}

export type BackupMakerService = ReturnType<typeof createBackupMakerService>

/** 18 MB */
function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  const value = bytes / 1024 ** power
  return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}
