import { timeText } from '../lib/exact-time.ts'
import { agoText } from '../lib/time-text.ts'

/** How long ago something was; when exactly stands in the tooltip, and in the text that is read out. */
export function Ago({ time }: { time: string }) {
  return (
    <time dateTime={time} data-tooltip={timeText(time)}>
      {agoText(time, Date.now())}
    </time>
  )
}
