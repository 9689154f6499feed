import type { Request } from '@twofold/contract/admin/requests'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { recordDecision, deciderOf, targetOf } from './record-decision.ts'
import { presentRequest, sayWhatIsDone, wordOutcome } from './request-words.ts'
import type { RequestExecution } from './request-execution.service.ts'
import type { RequestsRepository } from './requests.repository.ts'
import type { Said } from '@twofold/contract/said'
import { say, sayAll } from '@twofold/contract/sentences/sentences'
import { closedOf, requireOpen } from './require-open.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** Milliseconds without progress after which an act on many people counts as interrupted. */
const goneAfter = 5 * 60_000

/** Acts on many that were cut off midway: what was done, what not, and how it goes on. */
export function createInterruptedService(
  deps: ServiceDeps & {
    requests: (db: Db) => RequestsRepository
    execution: RequestExecution
  },
) {
  /** Locks the request, and reads behind the lock in the same round trip. */
  async function lockInterrupted(tx: Tx, user: Identity, id: string) {
    const rows = deps.requests(tx.db)
    const [row, administrator, prepared] = await Promise.all([
      rows.lock(id),
      rows.lockAdministratorFor(user.id, id, 'interrupted'),
      deps.execution.prepare(tx.db, id, 'interrupted'),
    ])
    if (row === undefined) throw fail('requests.not_found')
    if (row.state !== 'interrupted') throw fail('requests.not_interrupted')
    if (administrator === undefined) throw fail('auth.no_longer_administrator')
    return { row, prepared, closed: closedOf(administrator, deps.clock.now()) }
  }

  return {
    listGone: () => deps.requests(deps.db).listGone(new Date(deps.clock.now() - goneAfter), deps.clock.date()),

    /** Stops a node that is still at work from continuing. After its time the act ends as it is. */
    async note(id: string): Promise<void> {
      await deps.transaction(async (tx) => {
        const row = await deps.requests(tx.db).lock(id)
        if (row === undefined) return
        const isGone = row.state === 'running' && row.run_at !== null && row.run_at.getTime() <= deps.clock.now() - goneAfter
        const isOver = row.state === 'interrupted' && row.expires_at <= deps.clock.date()
        if (!isGone && !isOver) return
        const left = await deps.requests(tx.db).listLeft(id)
        const outcome = sayWhatIsDone(row, left)
        const state = left.length === 0 ? 'carried_out' : isOver ? 'failed' : 'interrupted'
        await recordDecision(deps.requests, tx, row, { state, at: row.decided_at ?? deps.clock.date(), by: deciderOf(row), outcome })
      })
    },

    /** It was approved already, so any administrator may resume it. */
    async resume(user: Identity, id: string): Promise<Said & { request: Request }> {
      const { resumed, prepared } = await deps.transaction(async (tx) => {
        const { row, prepared, closed } = await lockInterrupted(tx, user, id)
        requireOpen(closed, 'secrets')
        if (prepared.left.length === 0) {
          await recordDecision(deps.requests, tx, row, {
            state: 'carried_out',
            at: row.decided_at ?? deps.clock.date(),
            by: deciderOf(row),
            outcome: sayWhatIsDone(row, prepared.left),
          })
          return { resumed: undefined, prepared }
        }
        await deps.requests(tx.db).resume(id)
        await tx.audit({ action: 'request.resumed', target: targetOf(row) })
        return { resumed: { ...row, state: 'approved' as const }, prepared }
      })
      const performed = resumed && (await deps.execution.carryOut(resumed, prepared))
      const row = performed ?? (await deps.requests(deps.db).find(id))
      if (row === undefined) throw fail('requests.not_found')
      const isOver = row.state === 'carried_out' || row.state === 'failed'
      return { ...(isOver ? sayAll(...wordOutcome(row)) : say('request.resumed')), request: presentRequest(row) }
    },

    /** Completed parts stay. */
    async end(user: Identity, id: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const { row, prepared } = await lockInterrupted(tx, user, id)
        const outcome = sayWhatIsDone(row, prepared.left)
        const ended = await recordDecision(deps.requests, tx, row, { state: 'failed', at: deps.clock.date(), by: user, outcome })
        return { ...say('request.ended'), request: presentRequest(ended) }
      })
    },
  }
}

export type InterruptedService = ReturnType<typeof createInterruptedService>
