import type { BackupFiles } from '../../platform/backup/backup-files.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import type { Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import type { BackupRow, BackupsRepository } from './backups.repository.ts'
import { longestSilence } from './backups.service.ts'
import { explainTrouble } from '../../platform/backup/explain-backup-failure.ts'
import { reportProgress } from './report-progress.ts'
import { createOffSiteRetention } from './off-site-retention.service.ts'
import { createOffSiteClaims } from './off-site-claims.service.ts'
import { createOffSiteParts } from './off-site-parts.service.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

/** Milliseconds after which a copy that failed is tried again before the next backup: each failure alarms. */
const againAfter = 6 * 60 * 60_000

/** Backups among which the newest on this machine is looked for. */
const looked = 50

export interface OffSiteDeps extends ServiceDeps {
  backups: (db: Db) => BackupsRepository
  files: Pick<BackupFiles, 'listParts' | 'partPath' | 'pathOf' | 'sizeOf' | 'encryptedWith' | 'application'>
  /** Undefined: backups stay on this machine. */
  offSite: OffSite | undefined
  node: string
  nodeId: () => Promise<string>
  log: Log
}

/** Copies of backups off the machine: sending them, and keeping as many as are to be kept. */
export function createOffSiteService(deps: OffSiteDeps) {
  const { sendParts } = createOffSiteParts(deps)
  const { settle } = createOffSiteRetention(deps)
  const { keyFor, take, giveUp } = createOffSiteClaims(deps)
  const { offSite, files, log } = deps
  const backups = deps.backups(deps.db)
  const stopping = new AbortController()

  /**
   * Puts a copy of a backup that is whole off the machine, if that is set up and its file is here. Answers what went wrong, which its row says
   * as well.
   */
  async function send(id: string, signal = new AbortController().signal): Promise<string | undefined> {
    if (offSite === undefined) return undefined
    const backup = await backups.find(id)
    if (backup?.state !== 'completed' || backup.location !== 'local') return undefined
    if ((await files.sizeOf(backup.file_name)) === undefined) return undefined
    const key = await keyFor(backup, offSite)
    const row = await take(backup, key)
    if (row === undefined) return undefined
    const breakOff = new AbortController()
    const reporter = reportProgress({ backups, row, firstStep: 'uploading', breakOff, now: deps.clock.date })
    const any = AbortSignal.any([signal, breakOff.signal, stopping.signal])
    try {
      await offSite.callOff(key.slice(0, key.lastIndexOf('/') + 1), any)
      await sendParts(offSite, backup, key, any)
      await offSite.put(key, files.pathOf(backup.file_name), (part) => reporter.note('uploading', part), any)
      // A concurrent retention run may have removed parts that seemed unused.
      await sendParts(offSite, backup, key, any)
      const values = { state: 'completed', step: null, progress: 100, error: null, finished_at: deps.clock.date() } as const
      if (!(await backups.change(row.id, row.fence, values))) throw new Error('Another node sends this backup now.')
    } catch (error) {
      if (any.aborted) throw error
      log.error({ err: error, backup: backup.file_name }, 'a backup could not be copied off the machine')
      const sentence = explainTrouble(error)
      await giveUp(row, sentence)
      return sentence
    } finally {
      reporter.stop()
    }
    await settle(offSite).catch((error: unknown) => log.warn({ err: error }, 'the bucket of backups could not be looked through'))
    return undefined
  }

  /** Never begun, left by a node that died, or failed a while ago. */
  function isDue(copy: BackupRow | undefined): boolean {
    if (copy === undefined) return true
    if (copy.state === 'running') return copy.touched_at.getTime() + longestSilence < deps.clock.now()
    return copy.state === 'failed' && (copy.finished_at?.getTime() ?? 0) + againAfter <= deps.clock.now()
  }

  return {
    send,
    /** Sends the newest backup of this node where its copy is due. */
    async sendMissed(): Promise<void> {
      if (offSite === undefined) return
      for (const backup of await backups.list(looked)) {
        if (backup.state !== 'completed' || backup.location !== 'local') continue
        if ((await files.sizeOf(backup.file_name)) === undefined) continue
        const copy = await backups.findByKey(await keyFor(backup, offSite))
        if (isDue(copy)) await send(backup.id)
        return
      }
    },
    /** The newest copy that the bucket has of this installation. */
    async findNewest(): Promise<{ key: string; fileName: string } | undefined> {
      return offSite && (await offSite.list(await backups.readInstallation())).at(-1)
    },
    /** Aborts uploads; the next run sends them again. */
    stop() {
      stopping.abort()
      offSite?.close()
    },
  }
}
