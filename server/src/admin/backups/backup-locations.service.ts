import { BackupError } from '../../platform/backup/backup.error.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import { fail } from '../../platform/fail.ts'
import type { BackupRow } from './backups.repository.ts'
import type { BackupsDeps } from './backups.service.ts'

/** Finds the file of a backup, on this machine or in the bucket. */
export function createBackupLocations(deps: BackupsDeps) {
  const backups = deps.backups(deps.db)

  async function isHere({ location, file_name: name }: BackupRow): Promise<boolean> {
    return location === 's3' ? deps.offSite !== undefined : (await deps.files.sizeOf(name)) !== undefined
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
      // A failed attempt left no object; a bucket that is no longer configured need not be accessed for it.
      if (row.state === 'completed' || deps.offSite !== undefined) await off((store) => store.remove(key))
    } else if (await isHere(row)) await deps.files.remove(row.file_name)
    else if (row.state === 'completed' && row.node_id !== null && row.node_id !== (await deps.nodeId())) await refuseAbsent(row)
  }

  return { isHere, require, requireFile, off, removeFile }
}

export type BackupLocations = ReturnType<typeof createBackupLocations>
