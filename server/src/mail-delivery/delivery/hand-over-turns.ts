import { createUrgentFirst } from './lanes.ts'
import type { NewAttempt } from './attempts.repository.ts'
import type { QueueRepository } from './queue.repository.ts'

/** What a provider answered when it took a mail, which ends the mail's try and the mail. */
export interface Acceptance {
  attempt: NewAttempt
  fence: number
  provider_kind: string
  provider_message_id: string | null
  response: string
  accepted_at: Date
}

/** The right to hand one mail over to a provider, while nobody else of this process may. */
export interface Turn {
  /** Writes down that it was accepted, and ends the turn. False: the lease was lost. */
  accept(acceptance: Acceptance): Promise<boolean>
  /** Ends the turn, unless it has ended. */
  leave(): void
}

export class LeaseLostError extends Error {
  override name = 'LeaseLostError'
}

interface Handed {
  acceptance: Acceptance
  written: PromiseWithResolvers<boolean>
}

/**
 * Lets one mail at a time become the provider's that this is made for: a process that is killed leaves one in doubt at most for each of its
 * providers. The most urgent of those that wait goes next. That a mail is about to go and that the one before it has gone are written in one
 * statement, since everybody waits for these.
 */
export function createHandOverTurns(queue: Pick<QueueRepository, 'begin' | 'accept' | 'acceptAndBegin'>) {
  let isTaken = false
  const waiting = createUrgentFirst<(handed: Handed | undefined) => void>()

  function passOn(handed?: Handed): void {
    const next = waiting.shift()
    if (next === undefined) isTaken = false
    else next(handed)
  }

  async function myTurn(rank: number): Promise<Handed | undefined> {
    if (!isTaken) {
      isTaken = true
      return undefined
    }
    const { promise, resolve } = Promise.withResolvers<Handed | undefined>()
    waiting.push(rank, resolve)
    return promise
  }

  async function begin(attempt: NewAttempt, fence: number, now: Date, handed: Handed | undefined): Promise<boolean> {
    if (handed === undefined) return queue.begin(attempt, fence, now)
    try {
      const { isAccepted, isBegun } = await queue.acceptAndBegin(handed.acceptance, attempt, fence, now)
      handed.written.resolve(isAccepted)
      return isBegun
    } catch (error) {
      handed.written.reject(error)
      throw error
    }
  }

  return {
    /** Resolves when the mail may go, and that it may be out from now on is written. Throws `LeaseLostError` when it is somebody else's by now. */
    async enter(attempt: NewAttempt, { fence, rank, now }: { fence: number; rank: number; now: () => Date }): Promise<Turn> {
      const handed = await myTurn(rank)
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
        async accept(acceptance) {
          if (!waiting.isEmpty()) {
            const written = Promise.withResolvers<boolean>()
            isOver = true
            passOn({ acceptance, written })
            return written.promise
          }
          try {
            return await queue.accept(acceptance)
          } finally {
            leave()
          }
        },
        leave,
      }
    },
  }
}
