import { limits } from '@twofold/contract/limits'
import type { RetentionTask } from '../platform/retention.ts'
import type { RemovalServiceDeps } from './removal.service.ts'

/** Keys that one statement destroys: each takes shares, usage and copies along, within the time of a request's statement. */
const destroyedAtOnce = 500

/** Keys whose time to come back is over. */
export function createPurgedKeys(deps: RemovalServiceDeps) {
  const restorableSince = () => new Date(deps.clock.now() - limits.restoreSeconds * 1000)

  return {
    /** The same, by retention: keys that take much along need more time than `purgeDeleted` has. */
    removable: (): RetentionTask[] => deps.keys(deps.db).removableDeleted(restorableSince()),
    /** Destroys what was deleted longer ago than it can be brought back. Answers how many keys that were. */
    async purgeDeleted(): Promise<number> {
      let [removed, total] = [0, 0]
      do {
        removed = await deps.keys(deps.db).removeDeletedBefore(restorableSince(), destroyedAtOnce)
        total += removed
      } while (removed === destroyedAtOnce)
      return total
    },
  }
}
