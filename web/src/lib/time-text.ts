import { plural, t } from '@lingui/core/macro'
import { dateFormat } from './date-format.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const utcTime = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
} as const

/** 'Nov 20, 2026, 09:12:05 AM UTC', wherever the reader is: for what is filtered by days in UTC. */
export const utcTimeText = dateFormat({ ...utcTime, timeZoneName: 'short' })

/** The same below a heading that names the zone: 'Nov 20, 2026, 09:12:05 AM'. */
export const utcColumnText = dateFormat(utcTime)

/** 'Nov 20, 2026'. */
const dateText = dateFormat({ year: 'numeric', month: 'short', day: 'numeric' })

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
