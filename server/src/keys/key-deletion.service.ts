import type { CallResponse } from '@twofold/contract/endpoint'
import type { deleteKey, restoreKey } from '@twofold/contract/keys'
import { limits } from '@twofold/contract/limits'
import { say } from '@twofold/contract/sentences/sentences'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { AccessService } from './access.service.ts'
import type { KeysRepository } from './keys.repository.ts'
import type { KeysService } from './keys.service.ts'
import { presentKey } from '../platform/listed-key.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'
import type { RetentionTask } from '../platform/retention.ts'

/** Keys destroyed per statement: each takes its shares, usage and copies along, and the statement must stay within a request's timeout. */
const purgeBatchSize = 500

export const purgeDeletedKeys = 'keys.purge'

export const deletedKeyJob = 'keys.tell-deleted'

/** Seconds for which the page offers to undo. A deletion undone in that time sends no notice. */
const notifyAfterSeconds = 10

export interface DeletedKey {
  id: string
  name: string
  issuer: string
  owner: { id: string; name: string }
  recipients: string[]
  /** ISO 8601; the same key may be deleted, brought back and deleted again. */
  deleted_at: string
}

export interface KeyDeletionServiceDeps extends ServiceDeps {
  keys: (db: Db) => KeysRepository
  quota: Pick<KeysService, 'requireQuota'>
  access: Pick<AccessService, 'lock'>
  activity: Pick<ActivityService, 'record'>
}

/** Removal of a key: hidden at once, announced a little later, destroyed a minute later. */
export function createKeyDeletionService(deps: KeyDeletionServiceDeps) {
  const restorableSince = () => new Date(deps.clock.now() - limits.restoreSeconds * 1000)
  return {
    /** Destroys keys whose time to be restored is over, and returns how many. */
    async purgeDeleted(): Promise<number> {
      let [removed, total] = [0, 0]
      do {
        removed = await deps.keys(deps.db).removeDeletedBefore(restorableSince(), purgeBatchSize)
        total += removed
      } while (removed === purgeBatchSize)
      return total
    },
    /** The same as a retention task: keys with many dependent rows need more time than `purgeDeleted` has. */
    removable: (): RetentionTask[] => deps.keys(deps.db).removableDeleted(restorableSince()),
    async remove(user: Identity, id: string): Promise<CallResponse<typeof deleteKey>> {
      return deps.transaction(async (tx) => {
        const keys = deps.keys(tx.db)
        // Locked before the key: otherwise this and a concurrent hand-over would deadlock. Keys in a leaver plan stay.
        if (!(await keys.lockOwner(user.id))) throw fail('auth.unauthenticated')
        const deletedAt = deps.clock.date()
        const [, key, people, recipients] = await Promise.all([
          deps.access.lock(tx.db, user.id, id, 'owner'),
          keys.findWhole(id, user.id),
          keys.countPeople(id, deletedAt),
          keys.listRecipients(id, deletedAt),
        ])
        if (key === undefined) throw fail('keys.not_found')
        const job: DeletedKey = {
          id,
          name: key.name,
          issuer: key.issuer ?? '',
          owner: { id: user.id, name: user.name },
          recipients,
          deleted_at: deletedAt.toISOString(),
        }
        await keys.markDeleted(id, deletedAt)
        await deps.activity.record(tx, { userId: user.id, kind: 'key_deleted', detail: { name: key.name } })
        await tx.enqueue(deletedKeyJob, job, { after: notifyAfterSeconds })
        await tx.enqueue(purgeDeletedKeys, {}, { after: limits.restoreSeconds })
        return {
          ...say('key.deleted', { name: key.name }),
          people_losing_access: people,
          restorable_until: new Date(deletedAt.getTime() + limits.restoreSeconds * 1000).toISOString(),
        }
      })
    },
    /** Has no effect on a key that is not deleted. */
    async restore(user: Identity, id: string): Promise<CallResponse<typeof restoreKey>> {
      return deps.transaction(async (tx) => {
        const keys = deps.keys(tx.db)
        // Locked before the key is read, so that a second click finds it already restored.
        if (!(await keys.lockOwner(user.id))) throw fail('auth.unauthenticated')
        const key = await keys.findWhole(id, user.id)
        if (key === undefined || key.owner_id !== user.id) throw fail('keys.not_found')
        if (key.deleted_at !== null) {
          await deps.quota.requireQuota(tx, user.id)
          if (!(await keys.unmarkDeleted(id, restorableSince(), deps.clock.date()))) throw fail('keys.not_restorable')
          await deps.activity.record(tx, { userId: user.id, kind: 'key_restored', detail: { name: key.name } })
        }
        return {
          key: { ...presentKey(key, key), copied_at: null, shared_with: await keys.countPeople(id, deps.clock.date()) },
          ...say('key.restored', { name: key.name }),
        }
      })
    },
    /** The job behind `remove`: tells the owner and everybody who had the key, unless it is back by now. */
    async notify(job: DeletedKey): Promise<void> {
      await deps.transaction(async (tx) => {
        const key = await deps.keys(tx.db).findWhole(job.id, job.owner.id)
        if (key !== undefined && key.deleted_at?.toISOString() !== job.deleted_at) return
        const data = { 'key.name': job.name, 'key.issuer': job.issuer }
        await tx.emit('key.deleted', { to: { user_id: job.owner.id }, data })
        for (const recipient of job.recipients) {
          await deps.activity.record(tx, { userId: recipient, kind: 'shared_key_deleted', actor: job.owner, detail: { name: job.name } })
          await tx.emit('key.deleted', { to: { user_id: recipient }, data })
        }
      })
    },
  }
}

export type KeyDeletionService = ReturnType<typeof createKeyDeletionService>
