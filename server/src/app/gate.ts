import type { AuditTrail } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import { createAnswerSealer } from '../platform/crypto/sealers.ts'
import type { Db } from '../platform/database.ts'
import { requestsEach } from '../platform/fair-connections.ts'
import { createCookies } from '../platform/http/cookies.ts'
import { createIdempotencyRepository } from '../platform/http/idempotency.repository.ts'
import { createIdempotency } from '../platform/http/idempotency.ts'
import { createRateLimiter } from '../platform/http/rate-limit.ts'
import type { App } from '../platform/http/route.ts'
import { createTurns } from '../platform/http/turns.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { TrustService } from '../trust/trust.service.ts'
import { effectOf } from '../trust/ways-out.ts'
import type { createPeople } from './people.ts'

export interface GateDeps {
  config: Config
  policy: Policy
  isHttps: () => boolean
  db: Db
  server: App['fastify']
  audit: AuditTrail
  crypto: Crypto
  trust: Pick<TrustService, 'requireOpen'>
  people: Pick<ReturnType<typeof createPeople>['services'], 'sessions' | 'accounts'>
  approvals: App['approvals']
  authenticateProgram: App['authenticateProgram']
  noteOutsideOfKeys: App['noteOutsideOfKeys']
  rateLimitFactor: number
  clock: Clock
}

/** What every request passes before a route answers it: who asks, how often, what is closed, and what was answered before. */
export function createGate({ config, policy, isHttps, db, crypto, clock, ...deps }: GateDeps) {
  const { sessions, accounts } = deps.people
  const idempotency = createIdempotency({ db, repository: createIdempotencyRepository, sealer: createAnswerSealer(crypto), clock })
  const limiter = createRateLimiter({ db, clock, factor: deps.rateLimitFactor })
  const app: App = {
    fastify: deps.server,
    get appUrl() {
      return policy.address
    },
    cookies: createCookies(() => config.secureCookies ?? isHttps()),
    limiter,
    turns: createTurns({ requestsEach: requestsEach(config.databasePool) }),
    idempotency,
    audit: deps.audit,
    approvals: deps.approvals,
    authenticate: sessions.authenticate,
    authenticateProgram: deps.authenticateProgram,
    noteOutsideOfKeys: deps.noteOutsideOfKeys,
    requireOpen: (user, endpoint) => deps.trust.requireOpen(user, effectOf(endpoint)),
    explainEnd: sessions.explainEnd,
    requirePasswordLength: accounts.requireLength,
    findClosure: sessions.findClosure,
    clock,
  }
  return { app, removable: () => [...idempotency.removable(), ...limiter.removable()] }
}
