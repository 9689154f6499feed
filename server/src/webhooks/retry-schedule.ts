import { readRetryAfter } from '../platform/outbound/retry-after.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** Pauses of the specification of Standard Webhooks, after each try. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]
/** Random share by which a pause is lengthened or shortened, so that messages that failed together are not retried together. */
const spread = 0.1
/** A receiver may ask for a later time, not for next year. */
const longest = 24 * hour

/** Milliseconds until the next try; undefined: that was the last one. `random`: 0 to 1. */
export function pauseAfter(tries: number, retryAfter: string | undefined, now: number, random: number): number | undefined {
  const pause = pauses[tries - 1]
  if (pause === undefined) return undefined
  return Math.max(Math.round(pause * (1 - spread + 2 * spread * random)), readRetryAfter(retryAfter, now, longest))
}
