import type { Settings } from '@twofold/contract/admin/settings'
import { bulkMost } from '@twofold/contract/admin/users'
import { createUsersRepository } from '../admin/users/users.repository.ts'
import type { AuditTrail } from '../platform/audit.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Crypto } from '../platform/crypto/crypto.ts'
import { createRequestSealer } from '../platform/crypto/sealers.ts'
import type { Db } from '../platform/database.ts'
import type { Events } from '../platform/events.ts'
import type { App } from '../platform/http/route.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { Policy } from '../platform/policy/policy.ts'
import type { Transaction } from '../platform/transaction.ts'
import { createApprovalGate } from '../trust/approval-gate.service.ts'
import { createCarryOut } from '../trust/carry-out.service.ts'
import { createInterruptedService } from '../trust/interrupted.service.ts'
import { createMailPathRepository } from '../trust/mail-path.repository.ts'
import { createMailPathService } from '../trust/mail-path.service.ts'
import { createRequestsRepository } from '../trust/requests.repository.ts'
import { requestsRoutes } from '../trust/requests.routes.ts'
import { createRequestsService, type RequestsDeps } from '../trust/requests.service.ts'
import type { TrustService } from '../trust/trust.service.ts'
import { effectOf } from '../trust/ways-out.ts'

/** Requests with approval or waiting time, wired. */
export function createRequests(deps: {
  config: Pick<Config, 'approvals'>
  policy: Policy
  defaults: Settings
  db: Db
  transaction: Transaction
  crypto: Crypto
  audit: AuditTrail
  events: Events
  jobs: Pick<Jobs, 'define'>
  trust: Pick<TrustService, 'requireOpen' | 'closeSecrets'>
  /** Tells a leaver that their keys are asked for, with a link that stops it. */
  tellLeaver: RequestsDeps['tellLeaver']
  clock: Clock
  log: Log
}) {
  const shared = { ...deps, requests: createRequestsRepository, sealer: createRequestSealer(deps.crypto) }
  const gate = createApprovalGate({
    db: deps.db,
    requests: createRequestsRepository,
    service: () => service,
    clock: deps.clock,
    isRequired: deps.config.approvals === 'required',
    policy: deps.policy,
    defaults: deps.defaults,
    idsMatching: (filters) => createUsersRepository(deps.db).listIds(filters, bulkMost + 1),
  })
  const carryOut = createCarryOut({
    ...shared,
    performOf: gate.performOf,
    closeSecrets: (on, userId) => deps.trust.closeSecrets({ db: on }, userId),
    requireOpen(user, call) {
      const [method = '', path = ''] = call.split(' ')
      return deps.trust.requireOpen(user, effectOf({ method, path }))
    },
  })
  const interrupted = createInterruptedService({ ...shared, carryOut })
  const service = createRequestsService({ ...shared, interrupted, actsAlone: deps.config.approvals === 'none', carryOut })
  const mailPath = createMailPathService({ ...shared, path: createMailPathRepository })
  deps.jobs.define({ name: 'requests', schedule: '* * * * *', retryLimit: 0, run: () => service.look() })
  return {
    gate,
    /** False where approvals are switched off, and where nobody could give one. */
    hasSecond: async (db: Db, administratorId: string) =>
      deps.config.approvals === 'required' && (await service.hasSecond(db, administratorId)),
    requests: service,
    serve: (app: App) => requestsRoutes(app, { requests: service, interrupted, mailPath }),
  }
}
