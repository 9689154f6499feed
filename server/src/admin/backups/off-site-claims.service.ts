import { v7 as uuid } from 'uuid'
import { nameObject } from '../../platform/backup/off-site/object-names.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import type { BackupRow } from './backups.repository.ts'
import { longestSilence } from './backups.service.ts'
import { wordTrouble } from '../../platform/backup/explain-backup-failure.ts'
import type { OffSiteDeps } from './off-site.service.ts'

/** Decides which of several nodes uploads a backup. */
export function createOffSiteClaims(deps: OffSiteDeps) {
  const backups = deps.backups(deps.db)

  async function keyFor({ id, created_at: at, node_id: node }: BackupRow, { prefix }: OffSite): Promise<string> {
    return nameObject({ prefix, installation: await backups.readInstallation(), node: node ?? (await deps.nodeId()), at, id })
  }

  /** The row of the copy, for this node alone. Undefined: it is there. Throws while another node may be sending it, so that it is tried again. */
  async function take(backup: BackupRow, key: string): Promise<BackupRow | undefined> {
    const time = deps.clock.date()
    const row = await backups.takeCopy(
      {
        id: uuid(),
        file_name: key.split('/').at(-1) ?? key,
        object_key: key,
        location: 's3',
        state: 'running',
        step: 'uploading',
        cause: backup.cause,
        made_by: backup.made_by,
        made_by_name: backup.made_by_name,
        node: deps.node,
        node_id: await deps.nodeId(),
        encrypted_with: backup.encrypted_with,
        application: backup.application,
        size: backup.size,
        created_at: backup.created_at,
        touched_at: time,
      },
      new Date(time.getTime() - longestSilence),
    )
    if (row === undefined && (await backups.findByKey(key))?.state === 'running') {
      throw new Error('Another node sends this backup, or has just ended.')
    }
    return row
  }

  async function giveUp(row: BackupRow, sentence: string) {
    await deps.transaction(async (tx) => {
      const values = { state: 'failed', step: null, error: sentence, finished_at: deps.clock.date() } as const
      if (!(await deps.backups(tx.db).change(row.id, row.fence, values))) return
      const data = { 'backup.file': row.file_name, 'backup.size': '', 'backup.outcome': wordTrouble(sentence) }
      await tx.emit('admin.backup.completed', { data })
    })
  }

  return { take, giveUp, keyFor }
}
