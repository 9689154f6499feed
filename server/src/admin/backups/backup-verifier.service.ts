import { sentence } from '@twofold/contract/sentences/sentences'
import { alertAdministrators } from '../../platform/alert-administrators.ts'
import type { PartSource } from '../../platform/backup/parts.ts'
import { fail } from '../../platform/fail.ts'
import type { BackupRow } from './backups.repository.ts'
import { explainTrouble, wordTrouble } from '../../platform/backup/explain-backup-failure.ts'
import type { BackupMakerDeps } from './backup-maker.service.ts'

const longestVerifying = 60 * 60_000

/** Reads backups of this node, or of the bucket, from beginning to end. */
export function createBackupVerifier(deps: BackupMakerDeps, stopping: AbortSignal) {
  const reading = new Set<Promise<void>>()

  async function readWhole({ file_name: name, object_key: key }: BackupRow) {
    const read = (path: string, parts?: PartSource) => deps.files.verify(path, stopping, parts)
    if (key === null || deps.offSite === undefined) await read(deps.files.pathOf(name))
    else await deps.offSite.withFile(key, read, stopping)
  }

  async function readBack(row: BackupRow) {
    let error: string | null = null
    try {
      await readWhole(row)
    } catch (failure) {
      if (stopping.aborted) return
      error = explainTrouble(failure)
      deps.log.error({ err: failure, backup: row.file_name }, 'a backup is not as it was written')
    }
    await deps.transaction(async (tx) => {
      await deps.backups(tx.db).endVerifying(row.id, deps.clock.date(), error)
      if (error === null) return
      const message = [sentence('trouble.unread', { name: row.file_name }), ...wordTrouble(error)]
      await alertAdministrators(tx, { type: 'backup', message, severity: 'critical', time: deps.clock.date() })
    })
  }

  return {
    /** Starts to read a backup on this node; the result is stored in its row. */
    async verify(id: string): Promise<void> {
      const row = await deps.service.requireFile(id)
      await deps.transaction(async (tx) => {
        const hasBegun = await deps.backups(tx.db).beginVerifying(id, deps.clock.date(), new Date(deps.clock.now() - longestVerifying))
        if (!hasBegun) throw fail('backups.being_verified')
        await tx.audit({ action: 'backup.verified', target: { kind: 'backup', id, name: row.file_name } })
      })
      const work = readBack(row)
        .catch((error: unknown) => deps.log.error({ err: error }, 'what came of reading a backup could not be stored'))
        .finally(() => reading.delete(work))
      reading.add(work)
    },

    /** Resolves when no backup is being read. */
    settled: async (): Promise<void> => void (await Promise.all(reading)),
  }
}
