import { createAnswerSealer } from '../crypto/sealers.ts'
import { requestsEach } from '../fair-connections.ts'
import type { Ground } from './ground.ts'
import { createCookies } from '../http/cookies.ts'
import { createIdempotencyRepository } from '../http/idempotency.repository.ts'
import { createIdempotency } from '../http/idempotency.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import type { App } from '../http/route.ts'
import { createTurns } from '../http/turns.ts'

/** The nouns' verdicts on a request, each offered by its name: its sender, and whether it is allowed. */
type Verdicts = Pick<
  App,
  | 'approvals'
  | 'authenticate'
  | 'authenticateProgram'
  | 'explainEnd'
  | 'findClosure'
  | 'noteOutsideOfKeys'
  | 'requireOpen'
  | 'requirePasswordLength'
  | 'whileSignedIn'
>

/** The stages of every request before its route: authentication, rate limits, closures, and stored answers. */
export function createHttpApp({ db, clock, ...ground }: Ground, services: Verdicts, rateLimitFactor: number) {
  const { config, policy, isHttps } = ground
  const sealer = createAnswerSealer(ground.crypto)
  const idempotency = createIdempotency({ db, repository: createIdempotencyRepository, sealer, clock })
  const limiter = createRateLimiter({ db, clock, factor: rateLimitFactor })
  const app: App = {
    fastify: ground.server,
    get appUrl() {
      return policy.address
    },
    cookies: createCookies(() => config.secureCookies ?? isHttps()),
    limiter,
    // Each request ahead in the queue may wait for the database.
    turns: createTurns({ requestsEach: requestsEach(config.databasePool), longestWait: config.databaseTimeoutMs * 2.5 }),
    idempotency,
    audit: ground.audit,
    approvals: services.approvals,
    authenticate: services.authenticate,
    authenticateProgram: services.authenticateProgram,
    explainEnd: services.explainEnd,
    findClosure: services.findClosure,
    noteOutsideOfKeys: services.noteOutsideOfKeys,
    requireOpen: services.requireOpen,
    requirePasswordLength: services.requirePasswordLength,
    whileSignedIn: services.whileSignedIn,
    clock,
  }
  return { app, removable: () => [...idempotency.removable(), ...limiter.removable()] }
}
