import type { KnownCode, TakenCode } from './code-at.ts'

/** Adds to a known code that somebody else has copied the code of a window, by its number since 1970. */
export function withTaken(known: KnownCode, window: number, taken: TakenCode): KnownCode {
  if (known.startsAt === null) return known
  const first = known.startsAt / known.length
  if (window === first) return { ...known, taken }
  return window === first + 1 ? { ...known, nextTaken: taken } : known
}
