import { createUrgentFirst } from './urgency-lanes.ts'
import type { NewAttempt } from './attempts.repository.ts'
import type { QueueRepository } from './queue.repository.ts'

/** A provider's acceptance, which completes the attempt and the e-mail. */
export interface Acceptance {
  attempt: NewAttempt
  fence: number
  provider_kind: string
  provider_message_id: string | null
  response: string
  accepted_at: Date
}

/** Exclusive right within this process to hand one e-mail over to a provider. */
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
 * Serializes hand-overs to one provider: a killed process leaves at most one e-mail in doubt per provider. The most urgent waiting one goes next. One
 * statement records that an e-mail is about to go and that the previous one has gone, since everything waits for these writes.
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
    /** Resolves when the e-mail may go and the database records that it may be out. Throws `LeaseLostError` if the lease was lost. */
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
