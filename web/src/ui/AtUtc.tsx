import { timeText } from '../lib/exact-time.ts'
import { utcColumnText, utcTimeText } from '../lib/time-text.ts'

interface AtUtcProps {
  time: string
  /** True: the heading of its column names the zone, so the time does not. */
  isInColumn?: boolean
}

/** A time in UTC, with the zone named; the reader's own time is in the tooltip. */
export function AtUtc({ time, isInColumn = false }: AtUtcProps) {
  return (
    <time dateTime={time} data-tooltip={timeText(time)}>
      {isInColumn ? utcColumnText(time) : utcTimeText(time)}
    </time>
  )
}
