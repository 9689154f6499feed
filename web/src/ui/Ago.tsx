import { timeText } from '../lib/exact-time.ts'
import { agoText } from '../lib/time-text.ts'

/** Elapsed time; the exact time is in the tooltip, and in the text for screen readers. */
export function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} data-tooltip={timeText(time)}>
      {agoText(time, Date.now())}
    </time>
  )
}
