import { v7 as uuid } from 'uuid'
import { beyondRetention } from '../../platform/backup/off-site/retention.ts'
import type { OffSite } from '../../platform/backup/off-site/off-site.ts'
import type { OffSiteDeps } from './off-site.service.ts'

/** Removes old copies from the bucket, and lists what it holds. */
export function createOffSiteRetention(deps: OffSiteDeps) {
  const { log } = deps
  const backups = deps.backups(deps.db)

  /** Removes parts that no backup in the bucket refers to. Does nothing while one is being made or sent, or one cannot be read. */
  async function removeForgottenParts(store: OffSite, kept: readonly { key: string }[], installation: string): Promise<void> {
    const parts = await store.listParts(installation)
    if (parts.length === 0 || (await backups.isUnderWay())) return
    const named = new Set<string>()
    for (const { key } of kept) for (const part of await store.readPartNames(key)) named.add(part)
    for (const { key, name } of parts) if (!named.has(name)) await store.remove(key)
  }

  /** The bucket is authoritative: after a restore the list is outdated, and rules of the bucket may have deleted copies. */
  async function settle(store: OffSite): Promise<void> {
    const begun = deps.clock.date()
    const installation = await backups.readInstallation()
    const stored = await store.list(installation)
    const gone = new Set(beyondRetention(stored).map(({ key }) => key))
    for (const key of gone) {
      try {
        await store.remove(key)
      } catch (error) {
        // A key without permission to delete is recommended; then the rules of the bucket decide.
        gone.delete(key)
        log.info({ err: error, key }, 'an old backup was not deleted from the bucket')
      }
    }
    const kept = stored.filter(({ key }) => !gone.has(key))
    await removeForgottenParts(store, kept, installation).catch((error: unknown) =>
      log.info({ err: error }, 'parts of old backups were not deleted from the bucket'),
    )
    await backups.forgetCopies({ except: kept.map(({ key }) => key), finishedBefore: begun })
    for (const { key, fileName, node, at, size } of kept) {
      await backups.putFound({
        id: uuid(),
        file_name: fileName,
        object_key: key,
        location: 's3',
        state: 'completed',
        progress: 100,
        cause: 'found',
        node_id: node,
        size,
        created_at: at,
        touched_at: begun,
        finished_at: at,
      })
    }
  }

  return { settle }
}
