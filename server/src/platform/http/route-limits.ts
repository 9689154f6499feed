import { type RateLimit, type RateLimitName, rateLimits } from '@twofold/contract/limits'
import type { FastifyReply } from 'fastify'
import { isCountedLate } from './limit-keys.ts'
import type { Count, RateLimiter } from './rate-limit.ts'

export type RouteLimits = ReturnType<typeof limitsOf>

/** The limits of a route, by when they are counted. With several, the headers report the first. */
export function limitsOf(limit: RateLimitName | readonly RateLimitName[]) {
  const names: readonly RateLimitName[] = typeof limit === 'string' ? [limit] : limit
  const early = (kind: RateLimit['per']) => names.filter((name) => rateLimits[name].per === kind && !isCountedLate(name))
  const ofAddress = early('address')
  return {
    /** Checked before the request has its turn, as they need no connection. */
    inMemory: ofAddress.filter((name) => !rateLimits[name].shared),
    inDatabase: ofAddress.filter((name) => rateLimits[name].shared),
    /** Before the turn of a session that is known to be good, and otherwise once it is: invented tokens must not fill the memory with counts. */
    ofSession: early('session'),
    /** Once it is known who asks. */
    ofPrincipal: early('user'),
    /** Once the fields are known. */
    late: names.filter(isCountedLate),
    consume: async (limiter: RateLimiter, counts: readonly Count[], reply: FastifyReply): Promise<void> =>
      limiter.consumeAll(
        counts.map((count) => ({ ...count, isQuiet: count.name !== names[0] })),
        reply,
      ),
  }
}
