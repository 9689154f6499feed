import type { IncomingHttpHeaders } from 'node:http'
import { readRetryAfter } from '../../platform/outbound/retry-after.ts'

/**
 * Seconds until a stream whose receiver failed is tried again. Each pause is twice the one before, up to the longest. A receiver that names a pause
 * gets that one where it is longer, up to its own limit.
 */
export const retryPause = { firstSeconds: 5, longestSeconds: 300, longestAskedSeconds: 3600 } as const

/** Seconds that the receiver wants to be left alone. */
export const pauseAskedBy = (headers: IncomingHttpHeaders, now: number): number =>
  readRetryAfter(headers['retry-after'], now, retryPause.longestAskedSeconds * 1000) / 1000
