/** Seconds until a stream whose receiver failed is tried again. Each pause is twice the one before, up to the longest. */
export const retryPause = { firstSeconds: 5, longestSeconds: 300 } as const
