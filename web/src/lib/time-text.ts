import { plural, t } from '@lingui/core/macro'
import { dateFormat } from './date-format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** 'Nov 20, 2026, 9:12:05 AM', wherever the reader is: below a heading that names the zone, for what is filtered by days in UTC. */
export const utcColumnText = dateFormat({ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** The same where no heading does: 'Nov 20, 2026, 9:12:05 AM UTC'. */
export const utcTimeText = (time: string | number): string => `${utcColumnText(time)} UTC`

/** 'Nov 20, 2026'. */
const dateText = dateFormat({ dateStyle: 'medium' })

/** Elapsed time: seconds, minutes, hours, days, and after 30 days the date. A future time, due to differing clocks, is now. */
export function agoText(time: string | number, now: number): string {
  const passed = Math.max(0, now - new Date(time).getTime())
  if (passed < minute) return t`${Math.floor(passed / 1000)} s ago`
  if (passed < hour) return t`${Math.floor(passed / minute)} min ago`
  if (passed < day) return t`${Math.floor(passed / hour)} h ago`
  if (passed < 30 * day) return plural(Math.floor(passed / day), { one: '# day ago', other: '# days ago' })
  return dateText(time)
}

/** The same for events: minutes, hours, and after a day the date. */
export function sinceText(time: string | number, now: number): string {
  const passed = now - new Date(time).getTime()
  if (passed < minute) return t`Just now`
  return passed < day ? agoText(time, now) : dateText(time)
}
