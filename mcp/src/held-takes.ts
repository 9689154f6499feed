import { setTimeout as pause } from 'node:timers/promises'
import type { Vault } from '@twofold/cli/vault'
import { type Operations, TwofoldError } from '@twofold/client'

export type Take = Operations['takeCode']['answer']['take']

/** Seconds for which the server holds one answer, and milliseconds after which it is asked again when it could not be reached. */
const hold = 50
const retryAfter = 2_000

export interface HeldTake {
  take: Take
  /** The command that it was approved for; undefined: the code itself. */
  command: string | undefined
  /** Reason why it ended without a code. */
  failure: Error | undefined
  /** Its code was handed out, which happens once. */
  isGiven: boolean
}

/** It may still get a code. */
export const isWaiting = ({ take, failure }: Pick<HeldTake, 'take' | 'failure'>) =>
  failure === undefined && (take.state === 'awaiting_approval' || take.state === 'queued')

/**
 * Requested takes. The server gives up a take that is not polled for ten seconds, so each is polled until it is decided, whether the agent polls or
 * not.
 */
export function createHeldTakes(vault: Vault) {
  const held = new Map<string, HeldTake>()
  const changes = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  async function follow(one: HeldTake): Promise<void> {
    while (isWaiting(one) && !stopping.signal.aborted) {
      try {
        const request = { params: { id: one.take.id }, query: { hold_seconds: hold } }
        one.take = (await vault.getTake(request, { signal: stopping.signal })).take
      } catch (error) {
        if (error instanceof TwofoldError && error.status >= 400 && error.status < 500) one.failure = error
        else if (Date.parse(one.take.deadline) < Date.now()) one.failure = new Error('Twofold could not be reached in time.')
        else await pause(retryAfter, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  function keep(take: Take, command: string | undefined): HeldTake {
    const one: HeldTake = { take, command, failure: undefined, isGiven: false }
    held.set(take.id, one)
    changes.set(take.id, follow(one))
    return one
  }

  return {
    /** Throws what the server answers. */
    async request(keyId: string, { reason, command, wait }: { reason: string; command?: string; wait: number }): Promise<HeldTake> {
      const body = { reason, wait_seconds: wait, hold_seconds: 0 }
      const { take } = await vault.takeCode({ params: { id: keyId }, body }, { idempotencyKey: crypto.randomUUID() })
      return keep(take, command)
    },

    find: (id: string): HeldTake | undefined => held.get(id),

    /** Waits until the take is decided, `milliseconds` at most. */
    async wait({ take }: HeldTake, milliseconds: number, signal: AbortSignal): Promise<void> {
      const over = new AbortController()
      const late = pause(milliseconds, undefined, { signal: AbortSignal.any([over.signal, signal]) }).catch(() => {})
      await Promise.race([changes.get(take.id), late])
      over.abort()
    },

    /**
     * The code, once. The server is asked again: the code may have expired, and the access may have ended. Throws what it answers, and then the
     * code can be asked for again.
     */
    async give(one: HeldTake): Promise<Take> {
      one.isGiven = true
      try {
        return (await vault.getTake({ params: { id: one.take.id }, query: { hold_seconds: 0 } })).take
      } catch (error) {
        one.isGiven = false
        throw error
      }
    },

    /** Throws what the server answers. */
    async cancel(one: HeldTake): Promise<void> {
      one.take = (await vault.cancelTake({ params: { id: one.take.id } })).take
    },

    /** The client has left: pending questions need no answer. */
    async close(): Promise<void> {
      const waiting = [...held.values()].filter(isWaiting)
      stopping.abort()
      await Promise.allSettled(waiting.map(({ take }) => vault.cancelTake({ params: { id: take.id } })))
    },
  }
}

export type HeldTakes = ReturnType<typeof createHeldTakes>
