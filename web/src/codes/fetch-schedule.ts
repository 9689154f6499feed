import { limits } from '@twofold/contract/limits'
import { type KnownCode, windowStart } from './code-at.ts'

const common = limits.codeWindowSeconds * 1000

/** Interval of fetches in milliseconds: once in each common window, more often only for keys with shorter periods. */
export function fetchRhythm(known: Iterable<KnownCode>): number {
  let shortest = common
  for (const { startsAt, length } of known) if (startsAt !== null) shortest = Math.min(shortest, length)
  return shortest
}

/**
 * Time of the next fetch after an answer at `time` (both of the server's clock): somewhere in the middle of the following window. Both its code and
 * the next one are then known before the turn, and browsers do not all ask in the same second.
 * @param random from 0 to 1
 */
export function nextFetchAt(time: number, rhythm: number, random: number): number {
  return windowStart(time, rhythm) + rhythm + rhythm * (0.2 + 0.6 * random)
}

/** Milliseconds to wait after the given number of failures in a row: doubling from 1 s to 30 s, spread so that browsers do not come back together. */
export function retryDelay(failures: number, random: number): number {
  return Math.min(30_000, 1000 * 2 ** (failures - 1)) * (0.75 + 0.5 * random)
}
