import { namePartObject } from '../../platform/backup/off-site/object-names.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import type { BackupRow } from './backups.repository.ts'
import type { OffSiteDeps } from './off-site.service.ts'

export function createOffSiteParts(deps: OffSiteDeps) {
  const { files } = deps

  /** Sends missing parts before the file that refers to them: a backup listed in the bucket is complete. */
  async function sendParts(store: OffSite, { file_name: name }: BackupRow, key: string, signal: AbortSignal): Promise<void> {
    for (const part of await files.listParts(name)) {
      const object = namePartObject(key, part.name)
      if ((await store.head(object)) !== undefined) continue
      try {
        await store.put(object, files.partPath(part.name), () => {}, signal)
      } catch (error) {
        // Another node may have sent it meanwhile; its name says what it holds.
        if (signal.aborted || (await store.head(object)) === undefined) throw error
      }
    }
  }

  return { sendParts }
}
