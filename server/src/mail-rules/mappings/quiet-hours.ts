import type { MappingConditions } from '@twofold/contract/mail-rules/mappings'

type QuietHours = NonNullable<MappingConditions['quiet_hours']>

const day = 24 * 3600

/** Milliseconds from `now` until the current quiet hours end; 0 outside of them. Quiet hours may span midnight. */
export function quietFor(hours: QuietHours, now: Date): number {
  const [from, to] = [secondsOf(hours.from), secondsOf(hours.to)]
  const isQuiet = (time: number) => (from <= to ? time >= from && time < to : time >= from || time < to)
  const present = timeOfDay(hours.time_zone, now)
  if (!isQuiet(present)) return 0
  const rest = (to > present ? to - present : to + day - present) * 1000
  // A daylight-saving change in between shifts the clock.
  const shown = timeOfDay(hours.time_zone, new Date(now.getTime() + rest))
  const exact = rest + nearest(to - shown) * 1000
  // The end may be a time that the clocks skip.
  return isQuiet(timeOfDay(hours.time_zone, new Date(now.getTime() + exact))) ? rest : exact
}

/** Seconds since midnight that clocks show there. */
function timeOfDay(timeZone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value ?? 0)
  return (part('hour') * 60 + part('minute')) * 60 + part('second')
}

/** Normalizes a difference between two times of day to the shorter way around the clock. */
function nearest(seconds: number): number {
  return ((((seconds + day / 2) % day) + day) % day) - day / 2
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60
}
