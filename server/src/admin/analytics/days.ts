const hour = 60 * 60 * 1000
/** Milliseconds. In UTC every day has as many. */
export const day = 24 * hour

/** The day in UTC, `2026-11-20`, of a time in milliseconds. */
export const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** When a day begins, in milliseconds. */
export const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)

export const hourStart = (time: number): number => Math.floor(time / hour) * hour
export const dayStart = (time: number): number => Math.floor(time / day) * day

export const addDays = (date: string, days: number): string => dayAt(startOf(date) + days * day)

/** Days from one to the other, both included. */
export const daysFrom = (from: string, to: string): number => (startOf(to) - startOf(from)) / day + 1
