const [seconds, zone] = ['2026-11-26T16:29:10'.length, '+00:00']

/** A time of PostgreSQL's JSON, which has up to six digits of a second, as answers have it. Where the session's time zone is UTC, this needs no calendar. */
export function isoOf(time: string): string {
  if (!time.endsWith(zone)) return new Date(time).toISOString()
  const fraction = time.slice(seconds + 1, -zone.length)
  return `${time.slice(0, seconds)}.${fraction.slice(0, 3).padEnd(3, '0')}Z`
}
