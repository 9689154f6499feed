// oxlint-disable-next-line typescript/triple-slash-reference -- bench and e2e read this file too, and an ambient module cannot be imported
/// <reference path="./rate-limiter-flexible.d.ts" />
import { type RateLimit, type RateLimitName, rateLimits } from '@twofold/contract/limits'
import type { FastifyReply } from 'fastify'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import { fail } from '../fail.ts'
import { type RetentionTask, rowsUntil } from '../retention.ts'
import { createRateLimitRepository, type SharedCount } from './rate-limit.repository.ts'

/** A limit, and what it is counted by. */
export interface Count {
  name: RateLimitName
  key: string
}

export interface RateLimiter {
  /** Counts one call of `key` and says so in the answer's headers, unless it is `isQuiet`. */
  consume(name: RateLimitName, key: string, reply: FastifyReply, options?: { isQuiet: boolean }): Promise<void>
  /** The same for several, in this order and until one refuses. Shared counts take one statement. */
  consumeAll(counts: readonly (Count & { isQuiet: boolean })[], reply: FastifyReply): Promise<void>
  /** Takes back one count: it was no failure. */
  giveBack(name: RateLimitName, key: string): Promise<void>
  /**
   * Applies each limit's rule for a call that succeeded: reset the count, take one back, or leave it. `db`: of a transaction, which cannot take back
   * what is in memory.
   */
  forgive(counts: readonly Count[], db?: Db): Promise<void>
  /** Counts that have run out. */
  removable(): RetentionTask[]
}

/** State of a count. */
interface State {
  consumed: number
  msBeforeNext: number
}

const isShared = (name: RateLimitName): boolean => rateLimits[name].shared

/**
 * Counts that guard accounts are in PostgreSQL, so that all nodes count together; those that only keep one client from
 * flooding a node are in its memory, so that they cost no round trip. `factor` multiplies every limit.
 */
export function createRateLimiter(deps: { db: Db; clock: Clock; factor: number }): RateLimiter {
  const mostOf = (name: RateLimitName) => rateLimits[name].points * deps.factor
  const inMemory = new Map<RateLimitName, RateLimiterMemory>()
  for (const [name, { window }] of Object.entries(rateLimits) as [RateLimitName, RateLimit][]) {
    if (!isShared(name)) inMemory.set(name, new RateLimiterMemory({ keyPrefix: name, points: mostOf(name), duration: window }))
  }
  const memoryOf = (name: RateLimitName) => {
    const limiter = inMemory.get(name)
    if (limiter === undefined) throw new Error(`There is no rate limit named ${name}.`)
    return limiter
  }
  const sharedOf = ({ name, key }: Count): SharedCount => ({
    key: `${name}:${key}`,
    most: mostOf(name),
    windowMs: rateLimits[name].window * 1000,
  })

  /** Reports the state of a count, and refuses the call if it exceeds the limit. */
  function enforce({ name, isQuiet }: { name: RateLimitName; isQuiet: boolean }, state: State, reply: FastifyReply) {
    const isRefused = state.consumed > mostOf(name)
    if (isRefused || !isQuiet) setHeaders(reply, mostOf(name), state, deps.clock)
    if (!isRefused) return
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000))
    throw fail('rate.limited', { parameters: { seconds }, retryAfter: seconds })
  }

  async function consumeInMemory({ name, key }: Count): Promise<State> {
    try {
      const { consumedPoints, msBeforeNext } = await memoryOf(name).consume(key)
      return { consumed: consumedPoints, msBeforeNext }
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return { consumed: refusal.consumedPoints, msBeforeNext: refusal.msBeforeNext }
    }
  }

  async function consumeShared(counts: readonly Count[]): Promise<State[]> {
    const now = Date.now()
    const states = await createRateLimitRepository(deps.db).consume(counts.map(sharedOf), now)
    return states.map(({ points, expire }) => ({ consumed: points, msBeforeNext: Math.max(expire - now, 0) }))
  }

  async function consumeAll(counts: readonly (Count & { isQuiet: boolean })[], reply: FastifyReply) {
    for (const count of counts.filter(({ name }) => !isShared(name))) enforce(count, await consumeInMemory(count), reply)
    const together = counts.filter(({ name }) => isShared(name))
    if (together.length === 0) return
    for (const [place, state] of (await consumeShared(together)).entries())
      enforce(together[place] as (typeof together)[number], state, reply)
  }

  async function takeBack(counts: readonly Count[], isCleared: (name: RateLimitName) => boolean, db = deps.db) {
    for (const { name, key } of counts.filter((count) => !isShared(count.name))) {
      if (isCleared(name)) await memoryOf(name).delete(key)
      else await memoryOf(name).reward(key)
    }
    const together = counts.filter(({ name }) => isShared(name)).map((count) => ({ ...sharedOf(count), isCleared: isCleared(count.name) }))
    if (together.length > 0) await createRateLimitRepository(db).takeBack(together, Date.now())
  }

  return {
    consume: (name, key, reply, { isQuiet } = { isQuiet: false }) => consumeAll([{ name, key, isQuiet }], reply),
    consumeAll,
    giveBack: (name, key) => takeBack([{ name, key }], () => false),
    forgive(counts, db) {
      const afterSuccess = (name: RateLimitName) => (rateLimits[name] as RateLimit).afterSuccess
      const touched = counts.filter(({ name }) => afterSuccess(name) !== undefined)
      return takeBack(touched, (name) => afterSuccess(name) === 'clear', db)
    },
    removable: () => [rowsUntil({ table: 'rate_limits', column: 'expire', until: Date.now() })],
  }
}

function setHeaders(reply: FastifyReply, limit: number, { consumed, msBeforeNext }: State, clock: Clock) {
  reply.header('x-ratelimit-limit', limit)
  reply.header('x-ratelimit-remaining', Math.max(0, limit - consumed))
  reply.header('x-ratelimit-reset', Math.ceil((clock.now() + msBeforeNext) / 1000))
}
