import type { ApprovalRefusal } from '@twofold/contract/admin/requests'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { refusalByAccount } from './approval-refusals.ts'
import { beholdenFor } from './beholden.ts'
import { recordDecision } from './record-decision.ts'
import type { ApprovalFacts } from './request-facts.repository.ts'
import type { RequestRow } from './requests.repository.ts'
import type { RequestsDeps } from './requests.service.ts'

export function createWaitingRequests(deps: RequestsDeps) {
  const factsFor = (db: Db, id: string, user: Identity): Promise<ApprovalFacts | undefined> =>
    deps.requests(db).approvalFacts(id, user.id, { now: deps.clock.date(), since: new Date(deps.clock.now() - beholdenFor) })

  function whyNot(row: RequestRow, user: Identity, { had_hand: hadHand }: ApprovalFacts): ApprovalRefusal | null {
    if (row.asker_id === user.id) return 'own'
    if (row.impact.about.includes(user.id)) return 'subject'
    if (hadHand) return 'made_by_asker'
    return refusalByAccount(user)
  }

  /** It was approved already, so only a closed account keeps somebody from resuming it. */
  const whyNotResume = ({ state }: RequestRow, user: Identity): ApprovalRefusal | null =>
    state === 'interrupted' && refusalByAccount(user) === 'closed' ? 'closed' : null

  function requireWaiting(row: RequestRow | undefined): RequestRow {
    if (row === undefined) throw fail('requests.not_found')
    if (row.state === 'expired' || (row.state === 'waiting' && row.expires_at <= deps.clock.date())) throw fail('requests.expired')
    if (row.state !== 'waiting') throw fail('requests.decided')
    return row
  }

  const lockWaiting = async (tx: Tx, id: string): Promise<RequestRow> => requireWaiting(await deps.requests(tx.db).lock(id))

  async function requireAdministrator(tx: Tx, { id }: Identity): Promise<void> {
    if ((await deps.requests(tx.db).lockAdministrator(id)) === undefined) throw fail('auth.no_longer_administrator')
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

  return { factsFor, whyNot, whyNotResume, requireWaiting, lockWaiting, requireAdministrator, expire, find }
}

export type WaitingRequests = ReturnType<typeof createWaitingRequests>
