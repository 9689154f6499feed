import { sessionNameOf } from '../crypto/credential-hashes.ts'
import { createFairShare } from '../fair-share.ts'
import { AppError } from '../fail.ts'
import { asPerson, type Person } from '../person.ts'
import type { Credentials } from '../identity.ts'

/** Requests of one account that wait for their turn: more than a script with some hundred calls at once has. */
const longestQueue = 256
/** Per address: after a restart, everybody behind it reconnects at once to a node that knows none of their sessions. */
const longestQueueOfAddress = 2048
/** Prefix of the key of a request that counts for an address. */
const ofAddress = 'address '
/** Milliseconds, where a request waits two seconds for its database. */
const usualWait = 5_000
/** Sessions whose account is remembered, so that their next request waits in the right queue from the start. */
const mostSessions = 10_000

/** The account or address that a request counts for, and its session. */
export interface Caller extends Person {
  /** Hash of the token; undefined: none was sent. */
  readonly session: string | undefined
  /** Whether this session was good a moment ago. */
  readonly isKnown: boolean
}

/**
 * Limits the requests in progress per caller. A request counts for the account once its session is known to be valid, and before that for the
 * client's address: invented tokens all share one queue.
 */
export function createTurns({ requestsEach, longestWait = usualWait }: { requestsEach: number; longestWait?: number }) {
  const share = createFairShare({
    total: Infinity,
    each: requestsEach,
    longestQueue: (who) => (who.startsWith(ofAddress) ? longestQueueOfAddress : longestQueue),
    longestWait,
  })
  /** Hash of a session's token → the account. When there are too many, the one that came first is forgotten. */
  const owners = new Map<string, string>()

  return {
    /** Finds the caller. `network`: the client's address, normalized for counting. `accountId`: set if the request is already authenticated. */
    find(credentials: Credentials, network: string, accountId?: string): Caller {
      const session = sessionNameOf(credentials)
      const owner = accountId ?? (session === undefined ? undefined : owners.get(session))
      return {
        key: owner === undefined ? `${ofAddress}${network}` : `account ${owner}`,
        session,
        isKnown: owner !== undefined,
        isOver: false,
      }
    },

    /** The session is good, and this account's. */
    remember({ session }: Caller, accountId: string): void {
      if (session === undefined || owners.get(session) === accountId) return
      if (owners.size >= mostSessions) owners.delete(owners.keys().next().value ?? '')
      owners.set(session, accountId)
    },

    /** Runs `work` when it is this caller's turn. */
    async during<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
      const waiting = share.take(caller.key)
      if (waiting !== undefined) await waiting
      try {
        return await asPerson(caller, work)
      } catch (error) {
        caller.isOver = true
        // An invalid token must not use up the turns of its former account.
        if (error instanceof AppError && error.status === 401 && caller.session !== undefined) owners.delete(caller.session)
        throw error
      } finally {
        share.give(caller.key)
      }
    },
  }
}

export type Turns = ReturnType<typeof createTurns>
