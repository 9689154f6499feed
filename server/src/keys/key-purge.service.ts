import { limits } from '@twofold/contract/limits'
import type { RetentionTask } from '../platform/retention.ts'
import type { RemovalServiceDeps } from './removal.service.ts'

/** Keys destroyed per statement: each takes its shares, usage and copies along, and the statement must stay within a request's timeout. */
const purgeBatchSize = 500

/** Destroys deleted keys that can no longer be restored. */
export function createKeyPurge(deps: RemovalServiceDeps) {
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
  }
}
