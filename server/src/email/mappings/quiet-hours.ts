import type { MappingConditions } from '@twofold/contract/email/mappings'

type QuietHours = NonNullable<MappingConditions['quiet_hours']>

/** Milliseconds until the quiet hours that `now` lies in are over; 0 outside of them. Hours may reach over midnight. */
export function quietFor(hours: QuietHours, now: Date): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: hours.time_zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value ?? 0)
  const present = (part('hour') * 60 + part('minute')) * 60 + part('second')
  const [from, to] = [secondsOf(hours.from), secondsOf(hours.to)]
  const isQuiet = from <= to ? present >= from && present < to : present >= from || present < to
  if (!isQuiet) return 0
  const rest = to > present ? to - present : to + 24 * 3600 - present
  return rest * 1000
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60
}
