import { t } from '@lingui/core/macro'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Remaining time: '6 d 3 h', '23 h 12 min', '4 min'. A past time, due to differing clocks, is less than a minute. */
export function leftText(time: string | number, now: number): string {
  const left = Math.max(0, new Date(time).getTime() - now)
  const [days, hours, minutes] = [Math.floor(left / day), Math.floor((left % day) / hour), Math.floor((left % hour) / minute)]
  if (days > 0) return t`${days} d ${hours} h`
  return hours > 0 ? t`${hours} h ${minutes} min` : t`${minutes} min`
}
