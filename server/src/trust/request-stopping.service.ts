import type { listOwnRequests, Request } from '@twofold/contract/admin/requests'
import type { CallAnswer } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { RetentionTask } from '../platform/retention.ts'
import type { Tx } from '../platform/transaction.ts'
import { recordDecision } from './record-decision.ts'
import { presentRequest } from './request-words.ts'
import type { RequestsDeps } from './requests.service.ts'
import type { WaitingRequests } from './waiting-requests.service.ts'

const day = 24 * 60 * 60 * 1000
const rememberedFor = 365 * day

/** Stops requests, and expires those whose time is over. */
export function createRequestStopping(deps: RequestsDeps, { lockWaiting, expire }: WaitingRequests) {
  return {
    async listAbout(user: Identity): Promise<CallAnswer<typeof listOwnRequests>> {
      const rows = await deps.requests(deps.db).listAbout(user.id)
      return { data: rows.map(presentRequest), acts_alone: deps.actsAlone }
    },
    /** The person concerned objects. */
    async stop(user: Identity, id: string): Promise<Said & { request: Request }> {
      return deps.transaction(async (tx) => {
        const row = await deps.requests(tx.db).lock(id)
        if (row?.subject_id !== user.id) throw fail('requests.not_found')
        const request = await recordDecision(deps.requests, tx, await lockWaiting(tx, id), {
          state: 'stopped',
          at: deps.clock.date(),
          by: user,
        })
        return { ...say('request.stopped'), request: presentRequest(request) }
      })
    },
    /** The same by an e-mailed link, for all waiting requests about the person. Answers the number. */
    async stopAbout(tx: Tx, person: { id: string; name: string }): Promise<number> {
      const rows = deps.requests(tx.db)
      const ids = await rows.listWaitingAbout(person.id, deps.clock.date())
      for (const id of ids)
        await recordDecision(deps.requests, tx, await lockWaiting(tx, id), { state: 'stopped', at: deps.clock.date(), by: person })
      return ids.length
    },
    /** Ends what waited too long, carries out what waited long enough, and goes on with what was approved. One that fails keeps no other. */
    async look(): Promise<void> {
      for (const { id } of await deps.interrupted.listGone()) await deps.interrupted.note(id)
      for (const { id } of await deps.requests(deps.db).listDue(deps.clock.date())) {
        const approved = await deps.transaction(async (tx) => {
          const row = await deps.requests(tx.db).lock(id)
          if (row?.state !== 'waiting') return row?.state === 'approved' ? row : undefined
          // Checked first: after an outage of a week nobody has had the time to object.
          if (row.expires_at <= deps.clock.date()) {
            await expire(tx, row)
            return undefined
          }
          if (row.runs_at === null || row.runs_at > deps.clock.date()) return undefined
          return recordDecision(deps.requests, tx, row, { state: 'approved', at: deps.clock.date(), by: undefined })
        })
        if (approved !== undefined) await deps.execution.carryOut(approved, await deps.execution.prepare(deps.db, id, 'approved'))
      }
    },
    removable: (): RetentionTask[] => deps.requests(deps.db).removable(new Date(deps.clock.now() - rememberedFor)),
  }
}
