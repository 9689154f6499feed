/** The only source of time in the server, so that tests can drive it. */
export interface Clock {
  /** The present, in milliseconds since the Unix epoch. */
  now(): number
  date(): Date
}

export const clockOf = (now: () => number): Clock => ({ now, date: () => new Date(now()) })

export const systemClock = clockOf(() => Date.now())

/** A clock that moves only when a test advances it. */
export interface ManualClock extends Clock {
  set(time: number | Date): void
  advance(milliseconds: number): void
}

/** Starts at `start` and moves only when advanced. */
export function createManualClock(start: number | Date = Date.now()): ManualClock {
  let time = Number(start)
  return {
    ...clockOf(() => time),
    set(value) {
      time = Number(value)
    },
    advance(milliseconds) {
      time += milliseconds
    },
  }
}
