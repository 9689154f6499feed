import type { ApprovalRefusal } from '@twofold/contract/admin/requests'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { beholdenFor } from './beholden.ts'
import { recordDecision } from './record-decision.ts'
import type { RequestRow, RequestsRepository } from './requests.repository.ts'
import type { RequestsDeps } from './requests.service.ts'

/** Requests that wait, locked. */
export function createWaitingRequests(deps: RequestsDeps) {
  const beholdenSince = () => new Date(deps.clock.now() - beholdenFor)

  async function whyNot(rows: RequestsRepository, row: RequestRow, user: Identity): Promise<ApprovalRefusal | null> {
    if (row.asker_id === user.id) return 'own'
    if (row.impact.about.includes(user.id)) return 'subject'
    if (row.asker_id !== null && (await rows.hadHandOn(user.id, row.asker_id, beholdenSince()))) return 'made_by_asker'
    return user.hasSecondFactor ? null : 'no_factor'
  }

  async function lockWaiting(tx: Tx, id: string): Promise<RequestRow> {
    const row = await deps.requests(tx.db).lock(id)
    if (row === undefined) throw fail('requests.not_found')
    if (row.state === 'expired' || (row.state === 'waiting' && row.expires_at <= deps.clock.date())) throw fail('requests.expired')
    if (row.state !== 'waiting') throw fail('requests.decided')
    return row
  }

  async function requireAdministrator(tx: Tx, { id }: Identity): Promise<void> {
    if ((await deps.requests(tx.db).lockAdministrator(id)) === undefined) throw fail('auth.forbidden')
  }

  /** Needs no statement if nothing waits. */
  async function expire(tx: Tx, row: RequestRow): Promise<void> {
    await recordDecision(deps.requests, tx, row, { state: 'expired', at: deps.clock.date(), by: undefined })
  }

  async function find(id: string): Promise<RequestRow> {
    const row = await deps.requests(deps.db).find(id)
    if (row === undefined) throw fail('requests.not_found')
    return row
  }

  return { whyNot, lockWaiting, requireAdministrator, expire, find }
}

export type WaitingRequests = ReturnType<typeof createWaitingRequests>
