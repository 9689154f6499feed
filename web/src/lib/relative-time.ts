const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** '5 minutes ago', 'yesterday', 'in 2 hours', 'now' within the minute; undefined where a date says more, from seven days on. */
export function relativeTime(at: number, now: number, locale: string): string | undefined {
  const distance = at - now
  const size = Math.abs(distance)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (size < minute) return format.format(0, 'second')
  if (size < hour) return format.format(Math.trunc(distance / minute), 'minute')
  if (size < day) return format.format(Math.trunc(distance / hour), 'hour')
  if (size < 7 * day) return format.format(daysBetween(now, at), 'day')
  return undefined
}

/** By this browser's calendar: half past midnight is a different day than half an hour earlier. */
export function daysBetween(from: number, to: number): number {
  const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0)
  return Math.round((midnight(to) - midnight(from)) / day)
}
