import type { Db } from '../platform/database.ts'
import type { Tx } from '../platform/transaction.ts'
import { wordsOf } from './request-words.ts'
import type { Decision, RequestRow, RequestsRepository } from './requests.repository.ts'

export type Told = Pick<RequestRow, 'act' | 'subject_name' | 'detail' | 'subject_id' | 'asker_name' | 'reason' | 'outcome'>

export const stateWords: Record<RequestRow['state'], string> = {
  waiting: 'waits for another administrator',
  approved: 'approved',
  running: 'is being carried out',
  interrupted: 'was cut off midway',
  carried_out: 'carried out',
  failed: 'could not be carried out',
  refused: 'refused',
  withdrawn: 'withdrawn',
  stopped: 'stopped by the person concerned',
  expired: 'expired',
}

export const targetOf = (row: RequestRow) => ({ kind: 'request', id: row.id, name: wordsOf(row) })

export const deciderOf = ({ decided_by_id: id, decided_by_name: name }: RequestRow) =>
  id === null || name === null ? undefined : { id, name }

/** Ends a request, or lets it go on; everybody concerned is told by the same transaction. */
export async function decide(requests: (db: Db) => RequestsRepository, tx: Tx, row: RequestRow, decision: Decision): Promise<RequestRow> {
  await requests(tx.db).decide(row.id, decision)
  const { at, by, state, outcome = '' } = decision
  const decided: RequestRow = { ...row, state, outcome, decided_at: at, decided_by_id: by?.id ?? null, decided_by_name: by?.name ?? null }
  if (state !== 'waiting') await tx.audit({ action: `request.${state}`, target: targetOf(row), after: outcome === '' ? {} : { outcome } })
  await tellOf(tx, decided, state === 'approved' && by === undefined ? 'the waiting time is over' : stateWords[state])
  return decided
}

/** The administrators, and whom it concerns. */
export async function tellOf(tx: Pick<Tx, 'emit'>, row: Told, state: string): Promise<void> {
  const data = {
    'request.what': wordsOf(row),
    'request.state': state,
    'request.reason': row.outcome === '' ? row.reason : row.outcome,
    'actor.name': row.asker_name,
  }
  await tx.emit('admin.request.changed', { data })
  if (row.subject_id !== null) await tx.emit('user.request.changed', { to: { user_id: row.subject_id }, data })
}
