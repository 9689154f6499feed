/**
 * Seconds until a stream whose receiver failed is tried again. Each pause is twice the one before, up to the longest. A receiver that names a pause
 * gets that one where it is longer, up to its own limit.
 */
export const retryPause = { firstSeconds: 5, longestSeconds: 300, longestAskedSeconds: 3600 } as const
