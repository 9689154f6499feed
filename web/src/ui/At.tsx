import { timeText } from '../lib/exact-time.ts'

export function At({ time }: { time: string }) {
  return <time dateTime={time}>{timeText(time)}</time>
}
