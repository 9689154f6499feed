import { timeText } from '../lib/exact-time.ts'
import { agoText, utcTimeText } from '../lib/time-text.ts'

/** How long ago something was; when exactly stands in the tooltip, and in the text that is read out. */
export function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} data-tooltip={timeText(time)}>
      {agoText(time, Date.now())}
    </time>
  )
}

/** In UTC, with the zone named; the reader's own time stands in the tooltip. */
export function AtUtc({ time }: { time: string }) {
  return (
    <time dateTime={time} data-tooltip={timeText(time)}>
      {utcTimeText(time)}
    </time>
  )
}

export function At({ time }: { time: string }) {
  return <time dateTime={time}>{timeText(time)}</time>
}
