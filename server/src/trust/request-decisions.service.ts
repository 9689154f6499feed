import type { Request, RequestImpact } from '@twofold/contract/admin/requests'
import type { Said } from '@twofold/contract/said'
import { say, sayAll, sentence } from '@twofold/contract/sentences/sentences'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { asLocked, failApproval } from './approval-refusals.ts'
import { recordDecision, targetOf } from './record-decision.ts'
import { touchesTheSame } from './request-forecast.ts'
import { presentRequest, wordOutcome } from './request-words.ts'
import type { RequestsDeps } from './requests.service.ts'
import type { WaitingRequests } from './waiting-requests.service.ts'

/** Approves, refuses and withdraws requests. */
export function createRequestDecisions(deps: RequestsDeps, waiting: WaitingRequests) {
  const { factsFor, whyNot, requireWaiting, lockWaiting, requireAdministrator, find } = waiting

  return {
    async approve(user: Identity, id: string, seen: RequestImpact | undefined): Promise<Said & { request: Request }> {
      const approved = await deps.transaction(async (tx) => {
        const rows = deps.requests(tx.db)
        // One round trip: the request is locked first, and the rest is read behind its lock.
        const [locked, administrator, facts, prepared] = await Promise.all([
          rows.lock(id),
          rows.lockAdministratorFor(user.id, id, 'waiting'),
          factsFor(tx.db, id, user),
          deps.execution.prepare(tx.db, id, 'waiting'),
        ])
        const row = requireWaiting(locked)
        if (administrator === undefined) throw fail('auth.no_longer_administrator')
        if (facts === undefined) throw fail('requests.not_found')
        const approver = asLocked(user, administrator, deps.clock.now())
        const refusal = whyNot(row, approver, facts)
        if (refusal !== null) throw failApproval(refusal, approver)
        if (!touchesTheSame(seen ?? row.impact, facts.impact)) throw fail('requests.changed')
        return { row: await recordDecision(deps.requests, tx, row, { state: 'approved', at: deps.clock.date(), by: user }), prepared }
      })
      const row = (await deps.execution.carryOut(approved.row, approved.prepared)) ?? (await find(id))
      const request = presentRequest(row)
      if (row.state === 'failed') return { ...sayAll(sentence('request.failed'), ...wordOutcome(row)), request }
      return { ...say(request.state === 'carried_out' ? 'request.carried_out' : 'request.approved'), request }
    },
    /** Anybody may who did not ask: it takes less to keep things as they are. */
    async refuse(user: Identity, id: string, reason: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const row = await lockWaiting(tx, id)
        await requireAdministrator(tx, user)
        if (row.asker_id === user.id) throw fail('requests.own')
        const request = await recordDecision(deps.requests, tx, row, { state: 'refused', at: deps.clock.date(), by: user, outcome: reason })
        return { ...say('request.refused'), request: presentRequest(request) }
      })
    },
    async withdraw(user: Identity, id: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const row = await lockWaiting(tx, id)
        if (row.asker_id !== user.id) throw fail('requests.not_own')
        const request = await recordDecision(deps.requests, tx, row, { state: 'withdrawn', at: deps.clock.date(), by: user })
        return { ...say('request.withdrawn'), request: presentRequest(request) }
      })
    },
    async explain(user: Identity, id: string, reason: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const row = await lockWaiting(tx, id)
        if (row.asker_id !== user.id) throw fail('requests.not_own')
        await deps.requests(tx.db).explain(id, reason)
        await tx.audit({ action: 'request.explained', target: targetOf(row), after: { reason } })
        return { ...say('request.explained'), request: presentRequest({ ...row, reason }) }
      })
    },
  }
}
