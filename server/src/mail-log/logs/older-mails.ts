import type { Clock } from '../../platform/clock.ts'
import type { CountedMails } from './logs.repository.ts'

/** Milliseconds. What was written before may still be committed within this time. */
const settled = 60_000
/** Milliseconds for which a count is good: only what retention removes can make it wrong. */
const keptFor = 10_000
/** Fewer are counted each time. */
const many = 1000

/** Remembers how many e-mails there were a minute ago, so that pages of a long log count only newer ones. */
export function createOlderMails(clock: Clock) {
  let known: { from: Date; older: number; until: number } | undefined
  return {
    /** The moment from which a page counts e-mails, and the number before it. */
    counted: (): CountedMails =>
      known !== undefined && clock.now() < known.until
        ? { from: known.from, older: known.older }
        : { from: new Date(clock.now() - settled), older: undefined },

    /** Stores the count of a page that was given `counted`. */
    note(counted: CountedMails, older: number): void {
      if (counted.older !== undefined) return
      known = older < many ? undefined : { from: counted.from, older, until: clock.now() + keptFor }
    },
  }
}
