import { v7 as uuid } from 'uuid'
import { fail } from '../../platform/fail.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { BackupRow } from './backups.repository.ts'
import { nodeEnded, wordTrouble } from '../../platform/backup/explain-backup-failure.ts'
import type { BackupsDeps } from './backups.service.ts'

/** The job that makes one. */
export const makeBackupJob = 'backups.make'

const longestWait = 15 * 60_000

export function createBackupJobs(deps: BackupsDeps) {
  const ago = (milliseconds: number) => new Date(deps.clock.now() - milliseconds)

  /** Otherwise a backup whose node died would stay unreported and block all others. */
  async function giveUpSilent(tx: Tx, which: { evenWaiting: boolean }): Promise<void> {
    for (const name of await deps.backups(tx.db).failSilent(ago(longestWait), deps.clock.date(), nodeEnded, which)) {
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
      const fileName = nameOf(deps.clock.date(), id)
      const put = rows.put({
        id,
        file_name: fileName,
        state: 'waiting',
        cause,
        made_by: by?.id ?? null,
        made_by_name: by?.name ?? null,
        scheduled_for: scheduledFor ?? null,
        touched_at: deps.clock.date(),
        created_at: deps.clock.date(),
      })
      const [isNew, row] = await Promise.all([put, rows.find(id)])
      if (!isNew || row === undefined) throw fail('backups.under_way')
      if (scheduledFor === undefined) await tx.audit({ action: 'backup.started', target: { kind: 'backup', id, name: fileName } })
      if (cause !== 'command') await tx.enqueue(makeBackupJob, { id })
      return row
    })
  }

  return { giveUpSilent, add }
}

/** `twofold-2026-11-20-0300-1a2b3c4d.backup`; the end keeps two of one minute apart. */
function nameOf(time: Date, id: string): string {
  const [day = '', clock = ''] = time.toISOString().split('T')
  return `twofold-${day}-${clock.slice(0, 5).replace(':', '')}-${id.slice(-8)}.backup`
}
