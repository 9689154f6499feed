import type { Wording } from '@twofold/contract/said'
import { sentence } from '@twofold/contract/sentences/sentences'
import type { Db } from '../platform/database.ts'
import type { Tx } from '../platform/transaction.ts'
import { wordAct, wordOutcome, wordsOf } from './request-words.ts'
import { outcomeCodes, outcomeText } from './request-execution.repository.ts'
import type { Decision, RequestRow, RequestsRepository } from './requests.repository.ts'

export type DecidedRequest = Pick<
  RequestRow,
  'act' | 'subject_name' | 'detail' | 'subject_id' | 'asker_name' | 'reason' | 'outcome' | 'outcome_said'
>

export const targetOf = (row: RequestRow) => ({ kind: 'request', id: row.id, name: wordsOf(row) })

export const deciderOf = ({ decided_by_id: id, decided_by_name: name }: RequestRow) =>
  id === null || name === null ? undefined : { id, name }

/** Ends a request or lets it go on, and notifies everybody concerned in the same transaction. */
export async function recordDecision(
  requests: (db: Db) => RequestsRepository,
  tx: Tx,
  row: RequestRow,
  decision: Decision,
): Promise<RequestRow> {
  await requests(tx.db).decide(row.id, decision)
  const { at, by, state, outcome: what = '' } = decision
  const outcome = outcomeText(what)
  const decided: RequestRow = {
    ...row,
    state,
    outcome,
    outcome_said: outcomeCodes(what),
    decided_at: at,
    decided_by_id: by?.id ?? null,
    decided_by_name: by?.name ?? null,
  }
  if (state !== 'waiting') await tx.audit({ action: `request.${state}`, target: targetOf(row), after: outcome === '' ? {} : { outcome } })
  const isDue = state === 'approved' && by === undefined
  await notifyOfRequest(tx, decided, sentence(isDue ? 'request.state.time_over' : `request.state.${state}`))
  return decided
}

/** Notifies administrators and the person concerned. */
export async function notifyOfRequest(tx: Pick<Tx, 'emit'>, row: DecidedRequest, state: Wording): Promise<void> {
  const data = {
    'request.what': wordAct(row),
    'request.state': [state],
    'request.reason': row.outcome === '' ? row.reason : wordOutcome(row),
    'actor.name': row.asker_name,
  }
  await tx.emit('admin.request.changed', { data })
  if (row.subject_id !== null) await tx.emit('user.request.changed', { to: { user_id: row.subject_id }, data })
}
