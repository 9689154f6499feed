import type { Db } from '../platform/database.ts'
import { createRequestSealer } from '../platform/crypto/sealers.ts'
import type { Ground } from '../platform/ground/ground.ts'
import { createHook, createQuestion } from '../platform/hook.ts'
import { defineNoun, type OffersOf } from '../platform/ground/define-noun.ts'
import { createActsRepository } from './acts.repository.ts'
import { createActsService } from './acts.service.ts'
import { createApprovalGate } from './approval-gate.service.ts'
import { beholdenFor } from './beholden.ts'
import { createDeclaredCalls } from './declared-calls.ts'
import { createRequestExecution } from './request-execution.service.ts'
import type { ClosingRows } from './closing-rows.ts'
import { createInterruptedService } from './interrupted.service.ts'
import { createMailPathRepository } from './mail-path.repository.ts'
import { createMailPathService } from './mail-path.service.ts'
import { createRequestsRepository } from './requests.repository.ts'
import { requestsRoutes } from './requests.routes.ts'
import { createRequestsService, type LeaverNotice } from './requests.service.ts'
import { createTrustRepository } from './trust.repository.ts'
import { trustRoutes } from './trust.routes.ts'
import { type ClosingNotice, createTrustService, type TrustService } from './trust.service.ts'
import { requestMetrics } from './metrics.repository.ts'
import { approvalsCheck } from './approvals-check.ts'

/** Closures after other people's interventions, and acts that wait for a second administrator. */
export const trust = defineNoun({
  name: 'trust',
  owns: ['closing_mails', 'endings_at_once', 'hands', 'requests', 'waiting_requests'],
  metrics: [requestMetrics],
  build(ground: Ground) {
    const { db, audit, policy, clock } = ground
    const hooks = createHooks()
    const service = createTrustService({
      db,
      trust: createTrustRepository,
      closings: hooks.closings.ask,
      policy,
      hasSecond: findSecond(ground),
      notify: hooks.accountClosed.run,
      clock,
    })
    const waiting = createWaitingActs(ground, service, hooks)
    const acts = createActsService({ db, acts: createActsRepository, audit, policy, clock })
    return {
      offers: {
        trust: service,
        requireOpen: service.requireOpen,
        acts,
        requests: waiting.requests,
        approvals: waiting.gate,
        declaredCalls: waiting.calls,
        ...hooks,
      },
      routes(app) {
        trustRoutes(app, acts)
        requestsRoutes(app, waiting)
      },
      jobs: [{ name: 'requests', schedule: '* * * * *', retryLimit: 0, run: () => waiting.requests.look() }],
      events: 'none',
      hears: [ground.hooks.acted.heardBy(service.observeAct)],
      deletion: { goes: ['endings_at_once', 'hands'], forgets: ['hands', 'requests'] },
      retention: () => [...service.removable(), ...waiting.requests.removable()],
      health: [approvalsCheck(ground.config.approvals === 'none')],
      running: 'none',
    }
  },
})

export type Trust = OffersOf<typeof trust>

function createHooks() {
  return {
    /** An account was closed, and its person has something to protect; in the transaction of the cause. */
    accountClosed: createHook<[db: Db, notice: ClosingNotice]>('accounts that are closed'),
    /** Accounts are a noun above this one. */
    closings: createQuestion<[], ClosingRows>('how far an account is closed'),
    /** Keys of somebody deactivated are asked for; in the transaction of the request. */
    keysClaimed: createHook<[db: Db, notice: LeaverNotice]>('keys that are asked for'),
    /** The ids of the users that an act on many covers. */
    usersMatching: createQuestion<[filters: object], Promise<string[]>>('which users match'),
  }
}

/** False if approvals are off, or nobody could give one. */
const findSecond =
  ({ config, clock }: Ground) =>
  async (db: Db, administratorId: string): Promise<boolean> =>
    config.approvals === 'required' &&
    (await createRequestsRepository(db).hasSecondAdministrator(administratorId, [], new Date(clock.now() - beholdenFor)))

/** Acts of administrators that wait. */
function createWaitingActs(ground: Ground, trustService: TrustService, hooks: ReturnType<typeof createHooks>) {
  const { config, keeper } = ground
  const shared = { ...ground, requests: createRequestsRepository, sealer: createRequestSealer(ground.crypto) }
  const calls = createDeclaredCalls()
  const execution = createRequestExecution({
    ...shared,
    callOf: calls.find,
    closeSecrets: (on, userId) => trustService.closeSecrets({ db: on }, userId),
    requireOpen: trustService.requireOpen,
  })
  const interrupted = createInterruptedService({ ...shared, execution })
  const requests = createRequestsService({
    ...shared,
    interrupted,
    actsAlone: config.approvals === 'none',
    notifyLeaver: hooks.keysClaimed.run,
    execution,
  })
  const gate = createApprovalGate({
    ...shared,
    service: requests,
    calls,
    isRequired: config.approvals === 'required',
    defaults: keeper.defaults,
    idsMatching: hooks.usersMatching.ask,
  })
  return { calls, requests, interrupted, gate, mailPath: createMailPathService({ ...shared, path: createMailPathRepository }) }
}
