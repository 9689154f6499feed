import { timeText } from '../lib/exact-time.ts'
import { utcTimeText } from '../lib/time-text.ts'

/** In UTC, with the zone named; the reader's own time stands in the tooltip. */
export function AtUtc({ time }: { time: string }) {
  return (
    <time dateTime={time} data-tooltip={timeText(time)}>
      {utcTimeText(time)}
    </time>
  )
}
