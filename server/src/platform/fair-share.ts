import { fail } from './fail.ts'

interface FairShareOptions {
  /** Places in use at the same time. */
  total: number
  /** Places in use by one person at the same time. */
  each: number
  /** Longest queue per person; a function if it depends on the person. */
  longestQueue: number | ((who: string) => number)
  /** Milliseconds. */
  longestWait: number
  /** Error after `longestWait`; by default 503 `server.busy`. */
  waitedTooLong?: () => Error
}

/** Seconds after which somebody who was refused may try again. */
const retryAfter = 2

const busy = () => fail('server.busy', { retryAfter })

interface Waiter {
  start(): void
}

/**
 * Distributes places evenly: the person who uses the fewest comes next, and beyond `each` everyone waits in a queue of their own. However much one
 * person requests, another waits for a single place at most.
 */
export function createFairShare({ total, each, longestQueue, longestWait, waitedTooLong = busy }: FairShareOptions) {
  const used = new Map<string, number>()
  const queues = new Map<string, Set<Waiter>>()
  let usedByAll = 0

  const roomFor = typeof longestQueue === 'number' ? () => longestQueue : longestQueue
  const usedBy = (who: string) => used.get(who) ?? 0
  const mayStart = (who: string) => usedByAll < total && usedBy(who) < each

  function occupy(who: string) {
    used.set(who, usedBy(who) + 1)
    usedByAll += 1
  }

  function leaveQueue(who: string, waiter: Waiter) {
    const queue = queues.get(who)
    queue?.delete(waiter)
    if (queue?.size === 0) queues.delete(who)
  }

  /** The eligible person with the fewest places; among several, the one who has waited longest since their last turn. */
  function findNext(): string | undefined {
    let next: string | undefined
    for (const who of queues.keys()) {
      if (mayStart(who) && (next === undefined || usedBy(who) < usedBy(next))) next = who
    }
    return next
  }

  function startNext() {
    const who = findNext()
    const queue = who === undefined ? undefined : queues.get(who)
    const [waiter] = queue ?? []
    if (who === undefined || queue === undefined || waiter === undefined) return
    queues.delete(who)
    queue.delete(waiter)
    if (queue.size > 0) queues.set(who, queue)
    occupy(who)
    waiter.start()
  }

  return {
    /** Number of waiters across all people. */
    countWaiting: () => [...queues.values()].reduce((sum, queue) => sum + queue.size, 0),

    /** Takes a place; undefined: at once, without waiting. */
    take(who: string): Promise<void> | undefined {
      if (mayStart(who)) {
        occupy(who)
        return undefined
      }
      const queue = queues.get(who) ?? new Set()
      if (queue.size >= roomFor(who)) throw fail('rate.too_many_at_once', { parameters: { seconds: retryAfter }, retryAfter })
      queues.set(who, queue)
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          leaveQueue(who, waiter)
          reject(waitedTooLong())
        }, longestWait)
        const waiter: Waiter = {
          start() {
            clearTimeout(timer)
            resolve()
          },
        }
        queue.add(waiter)
      })
    },

    /** Gives a place back, once for each one taken. */
    give(who: string): void {
      const left = usedBy(who) - 1
      if (left > 0) used.set(who, left)
      else used.delete(who)
      usedByAll -= 1
      if (queues.size > 0) startNext()
    },
  }
}
