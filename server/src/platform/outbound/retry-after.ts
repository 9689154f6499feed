/** Milliseconds that another server asks to be left alone: `retry-after` in seconds or as a date (RFC 9110), at most `longestMs`. */
export function readRetryAfter(header: string | undefined, now: number, longestMs: number): number {
  if (header === undefined) return 0
  const asked = /^\d+$/.test(header) ? Number(header) * 1000 : header.endsWith(' GMT') ? Date.parse(header) - now : 0
  // Not for NaN, which a date that is none becomes.
  return asked > 0 ? Math.min(asked, longestMs) : 0
}
