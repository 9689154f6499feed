import type { Clock } from '../../platform/clock.ts'
import { presentKey } from '../../platform/listed-key.ts'
import type { SeenKey, VersionedKey } from './visible-keys.repository.ts'

/** Keys that are remembered: about 10 MB. The others are read for each request. */
const mostKeys = 20_000
/** Milliseconds. The database uses a version again after four billion writes, or if it came back from a copy that missed the last ones. */
const longestMs = 10 * 60_000

/** A key that somebody sees, with what it says. */
export interface KnownKey {
  isOwn: boolean
  key: Omit<ReturnType<typeof presentKey>, 'favourite'>
}

/**
 * The facts of keys, remembered by the version of their row: the pages of all who see a key ask for it again and again, and it hardly ever changes. Which
 * keys somebody sees, and at which version, the database says for every request. No secret is among it. `read` answers the keys that are still there.
 */
export function createKnownKeys({ clock, read }: { clock: Clock; read: (ids: readonly string[]) => Promise<readonly VersionedKey[]> }) {
  const remembered = new Map<string, { version: string; key: KnownKey['key'] }>()
  let since = clock.now()

  const findKnown = ({ id, version }: SeenKey) => {
    const found = remembered.get(id)
    return found?.version === version ? found.key : undefined
  }

  function forgetOld() {
    const now = clock.now()
    if (now >= since && now - since < longestMs) return
    remembered.clear()
    since = now
  }

  async function readAll(ids: readonly string[]): Promise<Map<string, KnownKey['key']>> {
    if (ids.length === 0) return none
    const rows = await read(ids)
    return new Map(
      rows.map(({ version, ...row }) => {
        const { favourite: _, ...key } = presentKey(row, { favourite: false })
        if (remembered.has(row.id) || remembered.size < mostKeys) remembered.set(row.id, { version, key })
        return [row.id, key]
      }),
    )
  }

  /** Without those that were deleted meanwhile. */
  return async (seen: readonly SeenKey[]): Promise<KnownKey[]> => {
    forgetOld()
    const found = seen.map((one) => ({ id: one.id, isOwn: one.is_own, key: findKnown(one) }))
    const read = await readAll(found.filter(({ key }) => key === undefined).map(({ id }) => id))
    return found.flatMap(({ id, isOwn, key = read.get(id) }) => (key === undefined ? [] : [{ isOwn, key }]))
  }
}

const none = new Map<string, never>()
