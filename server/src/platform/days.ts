const hour = 60 * 60 * 1000
/** Milliseconds. In UTC every day has as many. */
export const day = 24 * hour

/** The day in UTC, `2026-11-20`, of a time in milliseconds. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Start of a day, in milliseconds. */
export const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)

export const hourStart = (time: number): number => Math.floor(time / hour) * hour
export const dayStart = (time: number): number => Math.floor(time / day) * day

export const addDays = (date: string, days: number): string => dayAt(startOf(date) + days * day)

/** Days from one to the other, both included. */
export const daysFrom = (from: string, to: string): number => (startOf(to) - startOf(from)) / day + 1

/** The last `count` days up to `now`, the present one included: what "the last 7 days" means everywhere. `since`: when the first one begins. */
export function lastDays(now: number, count: number): { from: string; to: string; since: Date } {
  const to = dayAt(now)
  const from = addDays(to, 1 - count)
  return { from, to, since: new Date(startOf(from)) }
}
