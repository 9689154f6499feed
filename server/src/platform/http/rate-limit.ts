// oxlint-disable-next-line typescript/triple-slash-reference -- bench and e2e read this file too, and an ambient module cannot be imported
/// <reference path="./rate-limiter-flexible.d.ts" />
import { rateLimits } from '@twofold/contract/limits'
import type { RateLimitName } from '@twofold/contract/limits'
import type { FastifyReply } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import { fail } from '../fail.ts'
import { rowsUntil } from '../retention.ts'
import type { RetentionTask } from '../retention.ts'

export interface RateLimiter {
  /** Counts one call of `key` and says so in the answer's headers, unless it is `isQuiet`. */
  consume(name: RateLimitName, key: string, reply: FastifyReply, options?: { isQuiet: boolean }): Promise<void>
  /** Forgets what was counted: the person got in. */
  clear(name: RateLimitName, key: string): Promise<void>
  /** Takes back one count: it was no failure. */
  giveBack(name: RateLimitName, key: string): Promise<void>
  /** Counts that have run out. */
  removable(): RetentionTask[]
}

/**
 * Counts that guard accounts are in PostgreSQL, so that all nodes count together; those that only keep one client from
 * flooding a node are in its memory, so that they cost no round trip. `factor` multiplies every limit.
 */
export function createRateLimiter(deps: { db: Db; clock: Clock; factor: number }): RateLimiter {
  // All that the library asks of a `pg` pool.
  const query = ({ text, values }: { text: string; values?: unknown[] }) => deps.db.executeQuery(CompiledQuery.raw(text, values ?? []))
  const limiters = new Map<RateLimitName, RateLimiterAbstract>()
  for (const [name, limit] of Object.entries(rateLimits)) {
    const options = { keyPrefix: name, points: limit.points * deps.factor, duration: limit.window }
    limiters.set(
      name as RateLimitName,
      limit.shared
        ? new RateLimiterPostgres({
            ...options,
            storeClient: { query },
            storeType: 'pool',
            tableName: 'rate_limits',
            tableCreated: true,
            clearExpiredByTimeout: false,
          })
        : new RateLimiterMemory(options),
    )
  }
  const limiterOf = (name: RateLimitName) => {
    const limiter = limiters.get(name)
    if (limiter === undefined) throw new Error(`There is no rate limit named ${name}.`)
    return limiter
  }

  return {
    async consume(name, key, reply, { isQuiet } = { isQuiet: false }) {
      const limiter = limiterOf(name)
      try {
        const state = await limiter.consume(key)
        if (!isQuiet) setHeaders(reply, limiter.points, state, deps.clock)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        setHeaders(reply, limiter.points, refusal, deps.clock)
        const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw fail('rate.limited', { parameters: { seconds }, retryAfter: seconds })
      }
    },
    async clear(name, key) {
      await limiterOf(name).delete(key)
    },
    async giveBack(name, key) {
      await limiterOf(name).reward(key)
    },
    removable: () => [rowsUntil({ table: 'rate_limits', column: 'expire', until: Date.now() })],
  }
}

function setHeaders(reply: FastifyReply, limit: number, state: RateLimiterRes, clock: Clock) {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', Math.max(0, state.remainingPoints))
  reply.header('x-ratelimit-reset', Math.ceil((clock.now() + state.msBeforeNext) / 1000))
}
