/**
 * When the present window of 30 seconds began, in milliseconds since 1970. For a test whose clock stands still while codes are taken: in its last
 * second a code is not good for long enough, and is waited for.
 */
export const startOfWindow = () => Math.floor(Date.now() / 30_000) * 30_000
