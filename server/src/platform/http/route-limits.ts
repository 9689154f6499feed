import { type RateLimit, type RateLimitName, rateLimits } from '@twofold/contract/limits'
import type { FastifyReply } from 'fastify'
import { isCountedLate } from './limit-keys.ts'
import type { Count, RateLimiter } from './rate-limit.ts'

export type RouteLimits = ReturnType<typeof limitsOf>

/** The limits of a route, by when they are counted. With several, the headers report the first. */
export function limitsOf(limit: RateLimitName | readonly RateLimitName[]) {
  const names: readonly RateLimitName[] = typeof limit === 'string' ? [limit] : limit
  const early = (...kinds: RateLimit['per'][]) => names.filter((name) => kinds.includes(rateLimits[name].per) && !isCountedLate(name))
  const ofClient = early('address', 'session')
  return {
    /** Checked before the request has its turn, as they need no connection. */
    inMemory: ofClient.filter((name) => !rateLimits[name].shared),
    inDatabase: ofClient.filter((name) => rateLimits[name].shared),
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
