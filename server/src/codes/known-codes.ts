import { limits } from '@twofold/contract/limits'
import { windowAt } from '../platform/otp.ts'
import type { VisibleKey } from './codes.repository.ts'

/** A key's code in one window, and that of the next one. */
export interface WindowCodes {
  code: string
  next_code: string
}

/** Keys whose codes are kept: about 5 MB. The codes of more are computed for each request. */
const mostKeys = 10_000

/**
 * The codes of the current windows, so that all who see a key share one computation: their pages ask when a window begins. Only codes are kept, and
 * none beyond its window. Secrets and data keys are opened and dropped. Who may see a key, the database decides for every request.
 */
export function createKnownCodes() {
  const known = new Map<string, { key: VisibleKey; window: number; codes: WindowCodes }>()
  let slot = 0

  /** `time` in milliseconds since 1970, `window` the key's own; `compute` may throw. */
  return (key: VisibleKey, window: number, time: number, compute: () => WindowCodes): WindowCodes => {
    const now = windowAt(time, limits.codeWindowSeconds)
    if (now !== slot) known.clear()
    slot = now
    const [id] = key
    const last = known.get(id)
    if (last !== undefined && last.window === window && isSame(last.key, key)) return last.codes
    const codes = compute()
    if (last !== undefined || known.size < mostKeys) known.set(id, { key, window, codes })
    return codes
  }
}

/** Every column that a code depends on, or that its secret is bound to. */
function isSame(one: VisibleKey, other: VisibleKey): boolean {
  const [id, owner, kind, algorithm, digits, period, sealed] = other
  return (
    one[0] === id &&
    one[1] === owner &&
    one[2] === kind &&
    one[3] === algorithm &&
    one[4] === digits &&
    one[5] === period &&
    one[6] === sealed
  )
}
