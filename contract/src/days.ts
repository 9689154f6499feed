import * as z from 'zod/mini'

/** A day in UTC, such as `2026-11-20`, of the time that there are computers: the calendars of languages and databases agree on these. */
export const dayField = z
  .string()
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: 'Please enter a day', abort: true }), z.refine(isDay, 'There is no such day'))

/** February has no 30th, which `Date` takes for a day in March. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return time >= 0 && new Date(time).toISOString().startsWith(text)
}
