import type { Factors } from './factors.ts'
import { useSecondsUntil } from '../lib/use-seconds-until.ts'
import { useMemo } from 'react'

/** Whole minutes for which the PIN is still locked, as they go by; 0 when it is not. `knownAt`: when `factors` came, as of `Date.now()`. */
export function usePinLock(factors: Pick<Factors, 'pin_state' | 'pin_retry_after'> | undefined, knownAt: number): number {
  const seconds = factors?.pin_retry_after ?? null
  const deadline = useMemo(
    () => (seconds === null ? undefined : performance.now() - (Date.now() - knownAt) + seconds * 1000),
    [seconds, knownAt],
  )
  return Math.ceil(useSecondsUntil(deadline) / 60)
}
