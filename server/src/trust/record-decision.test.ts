import { sentence } from '@twofold/contract/sentences/sentences'
import { expect, test } from 'vitest'
import type { Tx } from '../platform/transaction.ts'
import { deciderOf, recordDecision, notifyOfRequest } from './record-decision.ts'
import type { Decision, RequestRow, RequestsRepository } from './requests.repository.ts'

const at = new Date(Date.UTC(2026, 0, 1))
const bo = { id: 'bo', name: 'Bo' }
const row = {
  id: 'request',
  act: 'set_password',
  asker_name: 'Ann',
  subject_id: 'vic',
  subject_name: 'Vic',
  reason: 'Vic forgot it.',
  detail: {},
  state: 'waiting',
  decided_at: null,
  decided_by_id: null,
  decided_by_name: null,
  outcome: '',
  outcome_said: [],
} as unknown as RequestRow

/** Records and notices, in that order. */
function start() {
  const steps: unknown[] = []
  const note =
    (name: string) =>
    async (...input: unknown[]) =>
      void steps.push([name, ...input])
  const tx = { db: 'of the transaction', audit: note('audit'), emit: note('emit') } as unknown as Tx
  const requests = (db: unknown) => ({ decide: (...input: unknown[]) => note('decide')(db, ...input) }) as unknown as RequestsRepository
  return { steps, tx, decide: (decision: Decision, of = row) => recordDecision(requests, tx, of, decision) }
}

const what = [sentence('request.what.set_password', { name: 'Vic' })]
const statesIn = (steps: unknown[]) => JSON.stringify(steps.filter((step) => (step as unknown[])[0] === 'emit'))

test('a decision is written in its transaction, is in the audit log, and is announced to administrators and the person concerned', async () => {
  const { steps, decide } = start()
  const decision = { state: 'refused', at, by: bo, outcome: 'Ask Vic first.' } as const
  expect(await decide(decision)).toEqual({
    ...row,
    state: 'refused',
    outcome: 'Ask Vic first.',
    outcome_said: [],
    decided_at: at,
    decided_by_id: 'bo',
    decided_by_name: 'Bo',
  })
  const data = {
    'request.what': what,
    'request.state': [sentence('request.state.refused')],
    'request.reason': [sentence('request.over', { outcome: 'Ask Vic first.' })],
    'actor.name': 'Ann',
  }
  expect(steps).toEqual([
    ['decide', 'of the transaction', 'request', decision],
    [
      'audit',
      {
        action: 'request.refused',
        target: { kind: 'request', id: 'request', name: expect.stringContaining('Vic') as string },
        after: { outcome: 'Ask Vic first.' },
      },
    ],
    ['emit', 'admin.request.changed', { data }],
    ['emit', 'user.request.changed', { to: { user_id: 'vic' }, data }],
  ])
})

test('an outcome by codes is kept by its codes, with its words for the audit log', async () => {
  const { steps, decide } = start()
  const outcome = [sentence('acts.done', { done: 1, all: 2 })]
  const decided = await decide({ state: 'failed', at, by: bo, outcome })
  expect(decided).toMatchObject({ outcome_said: outcome, outcome: expect.stringMatching(/1.*2/) as string })
  expect(steps).toContainEqual(['audit', expect.objectContaining({ after: { outcome: decided.outcome } })])
})

test('a request that waits again is announced and is no act of the audit log; a decision without an outcome says none there', async () => {
  const again = start()
  await again.decide({ state: 'waiting', at, by: undefined })
  expect(again.steps.map((step) => (step as unknown[])[0])).toEqual(['decide', 'emit', 'emit'])
  const approved = start()
  await approved.decide({ state: 'approved', at, by: bo })
  expect(approved.steps).toContainEqual(['audit', expect.objectContaining({ action: 'request.approved', after: {} })])
})

test.each([
  ['approved', undefined, 'request.state.time_over'],
  ['approved', bo, 'request.state.approved'],
  ['expired', undefined, 'request.state.expired'],
  ['stopped', bo, 'request.state.stopped'],
] as const)('a request that is %s by %o is announced as %s', async (state, by, code) => {
  const { steps, decide } = start()
  expect(await decide({ state, at, by })).toMatchObject({ decided_by_id: by?.id ?? null, decided_by_name: by?.name ?? null })
  expect(statesIn(steps)).toContain(JSON.stringify(sentence(code)))
})

test('a request about nobody is announced to administrators only, with its reason', async () => {
  const { steps, tx } = start()
  await notifyOfRequest(tx, { ...row, subject_id: null }, sentence('request.state.waiting'))
  expect(steps).toEqual([
    ['emit', 'admin.request.changed', { data: expect.objectContaining({ 'request.reason': 'Vic forgot it.' }) as object }],
  ])
})

test('the person who decided is known if both the account and the name are', () => {
  const of = (id: string | null, name: string | null) => deciderOf({ ...row, decided_by_id: id, decided_by_name: name })
  expect([of('bo', 'Bo'), of('bo', null), of(null, 'Bo'), of(null, null)]).toEqual([bo, undefined, undefined, undefined])
})
