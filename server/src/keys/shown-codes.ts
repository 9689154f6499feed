import { hash } from 'node:crypto'
import type { ShownRow } from './usage.repository.ts'
import type { UsageServiceDeps } from './usage.service.ts'

const hour = 60 * 60 * 1000
/** Milliseconds that what was shown waits for company before it is written. */
const flushAfter = 500
/** Rows of one statement. */
const batch = 2000

/**
 * Records who was shown codes. Every page polls for codes, so only a digest of the keys shown to each person in this hour is kept in memory, and only
 * new facts are written, in batches a moment later. A killed process loses that moment, but also its digests, so the next request in the hour writes
 * it after all.
 */
export function createShownCodes(deps: Pick<UsageServiceDeps, 'db' | 'log' | 'usage'>) {
  let currentHour = 0
  /** Person → digest of the keys that are noted for this hour. */
  const noted = new Map<string, string>()
  let waiting: { userId: string; keyIds: string[]; at: Date }[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(entries: typeof waiting): Promise<void> {
    const rows: ShownRow[] = entries.flatMap(({ userId, keyIds, at }) =>
      keyIds.map((keyId) => ({ key_id: keyId, user_id: userId, shown_at: at })),
    )
    try {
      for (let from = 0; from < rows.length; from += batch) {
        await deps.usage(deps.db).putShown(rows.slice(from, from + batch))
      }
    } catch (error) {
      // Forgotten here, so that the next request notes it again.
      for (const { userId } of entries) noted.delete(userId)
      deps.log.warn({ err: error }, 'who was shown codes could not be written down yet')
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const entries = waiting
    waiting = []
    if (entries.length > 0) writing = writing.then(() => write(entries))
    return writing
  }

  return {
    /** Costs no round trip. `time` in milliseconds since 1970. */
    note(userId: string, keyIds: string[], time: number): void {
      if (keyIds.length === 0) return
      const thisHour = Math.floor(time / hour)
      if (thisHour !== currentHour) {
        currentHour = thisHour
        noted.clear()
      }
      const digest = hash('sha1', keyIds.join(), 'base64')
      if (noted.get(userId) === digest) return
      noted.set(userId, digest)
      waiting.push({ userId, keyIds, at: new Date(time) })
      timer ??= setTimeout(() => void flush(), flushAfter).unref()
    },

    /** Writes what waits, now. */
    flush,
  }
}
