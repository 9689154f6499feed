import { timeText } from '../lib/exact-time.ts'
import { utcTimeText } from '../lib/time-text.ts'

/** A time in UTC, with the zone named; the reader's own time is in the tooltip. */
export function AtUtc({ time }: { time: string }) {
  return (
    <time dateTime={time} data-tooltip={timeText(time)}>
      {utcTimeText(time)}
    </time>
  )
}
