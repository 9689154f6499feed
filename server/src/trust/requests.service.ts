import { say, sentence } from '@twofold/contract/sentences/sentences'
import { v7 as uuid } from 'uuid'
import type { RequestSealer } from '../platform/crypto/sealers.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { WaitingAct } from '../platform/approval.ts'
import type { Identity } from '../platform/identity.ts'
import type { Policy } from '../platform/policy/policy.ts'
import { beholdenFor } from './beholden.ts'
import type { InterruptedService } from './interrupted.service.ts'
import { targetOf, notifyOfRequest } from './record-decision.ts'
import { inUtc } from '../platform/utc-time.ts'
import type { RequestExecution } from './request-execution.service.ts'
import type { RequestRow, RequestsRepository } from './requests.repository.ts'
import { createWaitingRequests } from './waiting-requests.service.ts'
import { createRequestDecisions } from './request-decisions.service.ts'
import { createRequestScreens } from './request-screens.service.ts'
import { createRequestStopping } from './request-stopping.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000

/** Milliseconds: after that a request has to be asked for again. */
const waitsAtMost = 7 * day

/** The owner of the keys to hand over, the requester, and the time at which it happens without an objection. */
export interface LeaverNotice {
  userId: string
  actor: string
  to: string
  until: Date
}

export interface RequestsDeps extends ServiceDeps {
  requests: (db: Db) => RequestsRepository
  sealer: RequestSealer
  /** Waiting time of an act if nobody can approve it. */
  policy: Pick<Policy, 'quarantine_days'>
  /** Approvals are switched off. */
  actsAlone: boolean
  interrupted: Pick<InterruptedService, 'listGone' | 'note'>
  /** Notifies a person who cannot sign in any longer, with a link that stops the act until then. */
  notifyLeaver: (db: Db, notice: LeaverNotice) => Promise<void>
  execution: RequestExecution
}

/** Acts of administrators that wait, and who decides about them (docs/decisions/0103). */
export function createRequestsService(deps: RequestsDeps) {
  const waiting = createWaitingRequests(deps)
  const { requireAdministrator, expire } = waiting
  const beholdenSince = () => new Date(deps.clock.now() - beholdenFor)

  return {
    ...createRequestDecisions(deps, waiting),
    ...createRequestStopping(deps, waiting),
    ...createRequestScreens(deps, waiting),
    async ask(call: string, act: WaitingAct & Pick<RequestRow, 'act'>, user: Identity, address: string) {
      const id = uuid()
      const at = deps.clock.date()
      return deps.transaction(async (tx) => {
        const rows = deps.requests(tx.db)
        await requireAdministrator(tx, user)
        for (const old of await rows.listExpired(act.sameAs, at)) await expire(tx, old)
        const needsSecond = await rows.hasSecondAdministrator(user.id, act.about, beholdenSince())
        const row: RequestRow = {
          id,
          call,
          act: act.act,
          asker_id: user.id,
          asker_name: user.name,
          asker_address: address,
          subject_id: act.subject?.id ?? null,
          subject_name: act.subject?.name ?? null,
          reason: act.reason,
          detail: act.detail,
          impact: { ...(await rows.impactOf(act.about, at)), about: act.about },
          sealed: deps.sealer.seal(id, JSON.stringify(act.parts)),
          state: 'waiting',
          same_as: act.sameAs,
          created_at: at,
          runs_at: needsSecond ? null : new Date(at.getTime() + deps.policy.quarantine_days * day),
          expires_at: new Date(at.getTime() + waitsAtMost),
          decided_at: null,
          decided_by_id: null,
          decided_by_name: null,
          outcome: '',
          outcome_said: [],
          run_at: null,
        }
        if (!(await rows.put(row))) throw fail('requests.already_waiting')
        await tx.audit({ action: 'request.asked', target: targetOf(row), after: { call, ...row.detail } })
        await notifyOfRequest(
          tx,
          row,
          needsSecond || row.runs_at === null
            ? sentence('request.state.waiting')
            : sentence('request.state.due', { time: inUtc(row.runs_at) }),
        )
        if (row.act === 'hand_over' && row.subject_id !== null && row.runs_at !== null)
          await deps.notifyLeaver(tx.db, { userId: row.subject_id, actor: user.name, to: row.detail['to'] ?? '', until: row.runs_at })
        const waits = needsSecond ? say('request.waits_for_second') : say('request.waits_for_time', { count: deps.policy.quarantine_days })
        return { ...waits, request: { id } }
      })
    },
  }
}

export type RequestsService = ReturnType<typeof createRequestsService>
