import type { AttemptEnd, MailProgress, NewAttempt, QueueRepository } from './queue.repository.ts'

/** How a mail whose hand-over was begun has ended, and how it goes on. */
export interface Conclusion {
  attempt: NewAttempt
  end: AttemptEnd
  fence: number
  change: MailProgress
}

/** The right to hand one mail over, while nobody else of this process may. */
export interface Turn {
  /** Writes down what came of it, and ends the turn. False: the lease was lost. */
  conclude(conclusion: Conclusion): Promise<boolean>
  /** Ends the turn, unless it has ended. */
  leave(): void
}

export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

interface Handed {
  conclusion: Conclusion
  written: PromiseWithResolvers<boolean>
}

/**
 * Lets one mail at a time become a provider's, in the order of asking: a process that is killed leaves one in doubt at most. That a mail is
 * about to go and that the one before it has gone are written in one statement, since everybody waits for these.
 */
export function createHandOver(queue: Pick<QueueRepository, 'begin' | 'conclude' | 'concludeAndBegin'>) {
  let isTaken = false
  const waiting: ((handed: Handed | undefined) => void)[] = []

  function passOn(handed?: Handed): void {
    const next = waiting.shift()
    if (next === undefined) isTaken = false
    else next(handed)
  }

  async function myTurn(): Promise<Handed | undefined> {
    if (!isTaken) {
      isTaken = true
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<Handed | undefined>()
    waiting.push(resolve)
    return promise
  }

  async function begin(attempt: NewAttempt, fence: number, now: Date, handed: Handed | undefined): Promise<boolean> {
    if (handed === undefined) return queue.begin(attempt, fence, now)
    try {
      const { isConcluded, isBegun } = await queue.concludeAndBegin(handed.conclusion, attempt, fence, now)
      handed.written.resolve(isConcluded)
      return isBegun
    } catch (error) {
      handed.written.reject(error)
      throw error
    }
  }

  return {
    /** Resolves when the mail may go, and that it may be out from now on is written. Throws `LeaseLostError` when it is somebody else's by now. */
    async enter(attempt: NewAttempt, fence: number, now: () => Date): Promise<Turn> {
      const handed = await myTurn()
      let isOver = false
      function leave(): void {
        if (!isOver) passOn()
        isOver = true
      }
      try {
        if (!(await begin(attempt, fence, now(), handed))) throw new LeaseLostError('The lease of this mail has ended.')
      } catch (error) {
        leave()
        throw error
      }
      return {
        async conclude(conclusion) {
          if (waiting.length > 0) {
            const written = Promise.withResolvers<boolean>()
            isOver = true
            passOn({ conclusion, written })
            return written.promise
          }
          try {
            return await queue.conclude(conclusion)
          } finally {
            leave()
          }
        },
        leave,
      }
    },
  }
}
