import { t } from '@lingui/core/macro'
import { dateFormat } from '../../lib/date-format.ts'
import { numberText } from '../../lib/number-text.ts'

const short = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' })
const full = dateFormat({ year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' })
const month = dateFormat({ month: 'long', timeZone: 'UTC' })

/** 'Nov 20', of a day in UTC. */
export const shortDay = (date: string): string => short(`${date}T00:00:00Z`)

/** 'Nov 20, 2026'. */
export const fullDay = (date: string): string => full(`${date}T00:00:00Z`)

/** 'October': the month before the one that a time is in, in UTC. */
export function lastMonth(time: string): string {
  const day = new Date(time)
  return month(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1))
}

export const countText = (count: number): string => numberText(count)

/** Compares a figure with that of the previous period, which also had `days` days. */
export function comparison(now: number, before: number, days: number): string {
  const period = days === 1 ? t`the day before` : t`the ${days} days before`
  if (now === before) return t`as many as in ${period}`
  if (before === 0) return t`none in ${period}`
  const percent = countText(Math.round((Math.abs(now - before) / before) * 100))
  return now > before ? t`${percent}% more than in ${period}` : t`${percent}% fewer than in ${period}`
}
