import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { withoutStack } from './fail.ts'
import { createFairShare } from './fair-share.ts'
import { currentPerson } from './person.ts'

/** Requests of one person that are worked on at the same time: with the usual pool as many as a browser sends. */
export const requestsEach = (poolSize: number): number => Math.max(1, Math.floor(poolSize / 2))

/**
 * Connections of one person at the same time. More than requests, because a request may want a second one while it holds the first; and
 * fewer than there are, unless there are two.
 */
const connectionsEach = (poolSize: number): number => Math.max(requestsEach(poolSize) + 1, Math.floor((poolSize * 2) / 3))

/** One request needs only a few connections at a time, so a longer queue means many requests. */
const longestQueue = 1000

/** The pool's own message, so that it counts as a database that is down or busy (`database-unavailable.ts`). */
const waitedTooLong = () => withoutStack(() => new Error('timeout exceeded when trying to connect'))

interface FairConnections {
  /** Connections of the pool. */
  size: number
  /** Milliseconds that a request waits for its turn. */
  longestWait: number
  watch: (countWaiting: () => number) => void
}

/** Hands the connections of a pool out evenly between the people on whose behalf they are wanted (docs/decisions/0088). */
export function shareFairly(pool: PostgresPool, options: FairConnections): PostgresPool {
  const { size, longestWait, watch } = options
  const share = createFairShare({ total: size, each: connectionsEach(size), longestQueue, longestWait, waitedTooLong })
  watch(share.countWaiting)
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const who = currentPerson()
      const waiting = share.take(who)
      if (waiting !== undefined) await waiting
      let client: PostgresPoolClient
      try {
        client = await pool.connect()
      } catch (error) {
        share.give(who)
        throw error
      }
      // The pool replaces `release` each time it hands the client out.
      const release = client.release.bind(client)
      client.release = (destroy) => {
        release(destroy)
        share.give(who)
      }
      return client
    },
  }
}
