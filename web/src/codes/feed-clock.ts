import { secondsLeft, windowStart } from './code-at.ts'
import { clockOffset, type ClockReading } from './server-clock.ts'

/** A local clock that moved this many milliseconds more or less than time did was set, or the computer slept. */
const clockTolerance = 1000

/** The server's clock in milliseconds: the present time, and the last reading, which everything on the screen agrees with. */
export function createFeedClock() {
  let offset: number | undefined
  let time = Date.now()
  let lastTick = { local: time, monotonic: performance.now() }
  let resets = 0

  const now = () => Date.now() + (offset ?? 0)

  return {
    now,
    /** Sets `time`. */
    read: () => (time = now()),
    time: () => time,
    /** Answers the offset to the local clock. */
    learn(reading: ClockReading): number {
      offset = clockOffset(reading, offset)
      return offset
    },
    /** Whether a server has answered yet. */
    isKnown: () => offset !== undefined,
    /** Whether the local clock was changed, or the computer slept, since the last call. */
    hasSlipped(): boolean {
      const tick = { local: Date.now(), monotonic: performance.now() }
      const slipped = Math.abs(tick.local - lastTick.local - (tick.monotonic - lastTick.monotonic)) > clockTolerance
      lastTick = tick
      if (slipped) resets += 1
      return slipped
    },
    /** Animations may have stopped meanwhile; components restart them. */
    restart() {
      resets += 1
      lastTick = { local: Date.now(), monotonic: performance.now() }
    },
    /** Grows whenever animations must restart. */
    resets: () => resets,
    /** Whole seconds since `at` of the server's clock, as of the last tick. */
    secondsSince: (at: number) => Math.max(0, Math.floor((time - at) / 1000)),
    secondsLeft: (period: number) => secondsLeft(time, period),
    /** End of the present window of `period` seconds, in milliseconds of this computer's clock. */
    windowEndsAt: (period: number) => windowStart(time, period * 1000) + period * 1000 - (offset ?? 0),
    /** Whole seconds by which this computer's clock is ahead of the server's (negative: behind); undefined before the first answer. */
    clockAhead: () => (offset === undefined ? undefined : -Math.round(offset / 1000)),
  }
}
