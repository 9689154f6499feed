import { useSyncExternalStore } from 'react'
import { createLiveValue } from '../lib/live-value.ts'

/** Milliseconds for which a row says that its code was copied. */
const shownFor = 2000

const justCopied = createLiveValue<string | undefined>(undefined)
let timer: ReturnType<typeof setTimeout> | undefined

/** Whatever copied it, the search, a key or a press: the row of the key says so. */
export function noteCopied(keyId: string): void {
  clearTimeout(timer)
  justCopied.set(keyId)
  timer = setTimeout(() => justCopied.set(undefined), shownFor)
}

export const useIsJustCopied = (keyId: string) => useSyncExternalStore(justCopied.subscribe, () => justCopied.get() === keyId)
