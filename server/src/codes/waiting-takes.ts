import { isLive } from '@twofold/contract/takes'
import type { Log } from '../platform/log.ts'
import type { Attempt } from './hand-out.service.ts'
import type { TakeAuthorization } from './take-authorization.service.ts'
import type { TakesRepository } from './takes.repository.ts'

/** Milliseconds between two looks at all takes that wait here. */
const lookEvery = 1_000
/** Milliseconds after the start of a window, so that the database's clock is surely past it. */
const afterTurn = 3

/** Keys whose codes are handed out at the same time: each takes a connection for some milliseconds. */
const lanes = 3

export interface WaitingTakesDeps {
  takes: Pick<TakesRepository, 'end'>
  authorization: Pick<TakeAuthorization, 'watch'>
  /** Tries to hand a take its code. */
  attempt: (id: string) => Promise<Attempt>
  log: Log
}

/**
 * Takes whose callers wait on this node. One statement a second for all of them, and one at each turn of a window, keeps them alive and reads which
 * have ended and whose turn it is. No connection is held in between.
 */
export function createWaitingTakes(deps: WaitingTakesDeps) {
  const waiting = new Map<string, Set<() => void>>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isClosed = false

  function release(id: string): void {
    for (const done of waiting.get(id) ?? []) done()
  }

  /** Milliseconds until the next look. */
  async function lookSafely(): Promise<number> {
    try {
      return await look(deps, [...waiting.keys()], release)
    } catch (error) {
      deps.log.warn({ err: error }, 'waiting takes could not be looked at')
      return lookEvery
    }
  }

  async function lookAndGoOn(): Promise<void> {
    timer = undefined
    const next = await lookSafely()
    looking = undefined
    schedule(next)
  }

  function schedule(after: number): void {
    if (isClosed || waiting.size === 0 || timer !== undefined || looking !== undefined) return
    timer = setTimeout(() => void (looking = lookAndGoOn()), after)
  }

  return {
    /** Resolves when the take is no longer waiting, after `milliseconds`, when its caller has gone, or when this node is about to stop. */
    wait(id: string, milliseconds: number, gone: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        if (isClosed || gone.aborted || milliseconds <= 0) return resolve()
        const others = waiting.get(id) ?? new Set()
        const done = () => {
          clearTimeout(longest)
          gone.removeEventListener('abort', done)
          others.delete(done)
          if (others.size === 0) waiting.delete(id)
          resolve()
        }
        const longest = setTimeout(done, milliseconds)
        gone.addEventListener('abort', done)
        waiting.set(id, others.add(done))
        // The first look finds out when the window turns.
        schedule(0)
      })
    },

    /** Number of takes that wait here. */
    count: () => waiting.size,

    /** Something changed that may let one of them go on. */
    nudge(): void {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      schedule(0)
    },

    /** Sends all callers elsewhere: this node is about to stop. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      for (const id of waiting.keys()) release(id)
      await looking
    },
  }
}

export type WaitingTakes = ReturnType<typeof createWaitingTakes>

/** Releases the takes that have ended and those whose turn it is. Answers the milliseconds until the next look. */
async function look(
  deps: Pick<WaitingTakesDeps, 'attempt' | 'authorization' | 'takes'>,
  ids: readonly string[],
  release: (id: string) => void,
): Promise<number> {
  const live = (await deps.authorization.watch(ids)).filter(({ state }) => isLive(state))
  const ended = live.filter((take) => !take.is_entitled).map(({ id }) => id)
  if (ended.length > 0) await deps.takes.end(ended, 'ended')
  const waits = live.filter((take) => take.is_entitled)
  const stays = new Set(waits.map(({ id }) => id))
  for (const id of ids) if (!stays.has(id)) release(id)
  const next = new Map<string, string>()
  for (const { id, key_id: key, is_next: isNext } of waits) if (isNext && !next.has(key)) next.set(key, id)
  const ready = next.values()
  /** Each lane takes the next untouched key. */
  async function handOut(): Promise<void> {
    for (const id of ready) if ((await deps.attempt(id)).isOver) release(id)
  }
  await Promise.all(Array.from({ length: lanes }, handOut))
  return Math.min(lookEvery, ...waits.map(({ remaining_ms: left }) => left + afterTurn))
}
