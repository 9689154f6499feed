import { expect, test } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import { beholdenFor } from './beholden.ts'
import { createInterruptedService } from './interrupted.service.ts'
import type { RequestExecution } from './request-execution.service.ts'
import type { RequestRow } from './requests.repository.ts'
import { createRequestsService, type RequestsDeps } from './requests.service.ts'
import { day, impact, lockedRowOf, now, person, waiting } from './testing/waiting-request.ts'

interface Found {
  isStill?: boolean
  /** The administrator who calls. */
  by?: Identity
  row?: Partial<RequestRow> | 'none'
  hadHandOn?: boolean
  hasSecond?: boolean
  /** No such request waits yet. */
  isFirst?: boolean
  expired?: RequestRow[]
}

/** The calls of somebody whose session was an administrator's. `isStill`: they are one when the transaction looks. */
function start({
  isStill = true,
  by = person('bo'),
  row = {},
  hadHandOn = false,
  hasSecond = true,
  isFirst = true,
  expired = [],
}: Found = {}) {
  const steps: unknown[] = []
  const asked: unknown[] = []
  const locked = lockedRowOf(by)
  const found = row === 'none' ? undefined : { ...waiting, ...row }
  const note =
    (name: string, answer?: unknown) =>
    async (...input: unknown[]) => {
      steps.push([name, ...input])
      return answer
    }
  const rows = {
    lockAdministrator: async () => (isStill ? locked : undefined),
    lockAdministratorFor: async () => (isStill ? locked : undefined),
    lock: async () => found,
    find: async () => found,
    listExpired: async () => expired,
    hasSecondAdministrator: async (...input: unknown[]) => asked.push(input) > 0 && hasSecond,
    approvalFacts: async (...input: unknown[]) => asked.push(input) > 0 && { had_hand: hadHandOn, impact },
    listDue: async () => [found],
    impactOf: async () => impact,
    namesOf: async () => null,
    put: note('put', isFirst),
    decide: note('decide'),
    explain: note('explain'),
    resume: note('resume'),
  }
  const tx = { db: {}, audit: note('audit'), emit: note('emit') } as unknown as Tx
  const execution = {
    prepare: async () => ({ asker: undefined, left: [{ id: 'vic', name: 'Vic' }] }),
    carryOut: note('carryOut') as RequestExecution['carryOut'],
  }
  const deps = {
    db: {} as Db,
    clock: createManualClock(now),
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => work(tx),
    requests: () => rows,
    sealer: { seal: () => 'sealed' },
    policy: { quarantine_days: 3 },
    interrupted: { listGone: async () => [{ id: 'cut off' }], note: note('note') },
    notifyLeaver: note('notifyLeaver'),
    execution,
  } as unknown as RequestsDeps
  return { requests: createRequestsService(deps), interrupted: createInterruptedService(deps), steps, asked }
}

type Started = ReturnType<typeof start>

const act = {
  act: 'set_password',
  about: ['vic'],
  sameAs: 'same',
  reason: '',
  detail: {},
  parts: {},
  subject: { id: 'vic', name: 'Vic' },
} as const
const ask = ({ requests }: Started) => requests.ask(waiting.call, act as never, person('bo'), '192.0.2.2')
const interrupted = { state: 'interrupted' } as const
const calls: [string, (started: Started) => Promise<unknown>, Partial<RequestRow>][] = [
  ['asks', ask, {}],
  ['approves', ({ requests }) => requests.approve(person('bo'), 'request', undefined), {}],
  ['refuses', ({ requests }) => requests.refuse(person('bo'), 'request', 'No.'), {}],
  ['goes on with what was cut off', ({ interrupted }) => interrupted.resume(person('bo'), 'request'), interrupted],
  ['ends what was cut off', ({ interrupted }) => interrupted.end(person('bo'), 'request'), interrupted],
]
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error as { code: string }).code,
  )

test.each(calls)('an administrator who %s still is one when the transaction looks, or nothing happens', async (_what, call, row) => {
  const before = start({ isStill: false, row })
  expect([await codeOf(call(before)), before.steps]).toEqual(['auth.no_longer_administrator', []])
  const still = start({ row })
  expect(await codeOf(call(still))).toBe('done')
  expect(still.steps).not.toEqual([])
})

test('an administrator withdraws and explains their own requests only, and nobody refuses theirs', async () => {
  const by = async (id: string) => {
    const started = start()
    const { requests, steps } = started
    const codes = [
      await codeOf(requests.withdraw(person(id), 'request')),
      await codeOf(requests.explain(person(id), 'request', 'Why.')),
      await codeOf(requests.refuse(person(id), 'request', 'No.')),
    ]
    return [codes, steps.filter((step) => /decide|explain/.test(String((step as unknown[])[0]))).length]
  }
  expect(await by('ann')).toEqual([['done', 'done', 'requests.own'], 2])
  expect(await by('bo')).toEqual([['requests.not_own', 'requests.not_own', 'done'], 1])
})

test('only the person who a request is about stops it', async () => {
  for (const id of ['ann', 'bo']) {
    const { requests, steps } = start()
    expect([await codeOf(requests.stop(person(id), 'request')), steps]).toEqual(['requests.not_found', []])
  }
  const nobodys = start({ row: { subject_id: null } })
  expect([await codeOf(nobodys.requests.stop(person('vic'), 'request')), nobodys.steps]).toEqual(['requests.not_found', []])
  expect(await codeOf(start().requests.stop(person('vic'), 'request'))).toBe('done')
})

test.each([
  ['own', person('ann'), {}],
  ['subject', person('vic'), {}],
  ['made_by_asker', person('bo'), { hadHandOn: true }],
  ['no_factor', person('bo', false), {}],
  ['closed', person('bo', false, { codes: null, secrets: now + day }), {}],
] as const)('a request that is %s for an administrator is not approved, and they read why', async (refusal, user, more) => {
  const { requests, steps, asked } = start({ by: user, ...more })
  expect(await codeOf(requests.approve(user, 'request', undefined))).toBe(
    refusal === 'closed' ? 'keys.secrets_closed' : `requests.${refusal}`,
  )
  expect(steps).toEqual([])
  if (refusal === 'made_by_asker') expect(asked).toEqual([['request', 'bo', { now: new Date(now), since: new Date(now - beholdenFor) }]])
  expect(await requests.detail(user, 'request')).toMatchObject({ is_own: refusal === 'own', cannot_approve: refusal })
})

test('only a closed account keeps an administrator from resuming an approved act', async () => {
  const { requests } = start({ row: interrupted })
  const closed = { cannot_approve: 'closed', cannot_approve_until: new Date(now + day).toISOString() }
  expect(await requests.detail(person('bo', false, { codes: null, secrets: now + day }), 'request')).toMatchObject(closed)
  expect(await requests.detail(person('bo', false), 'request')).toMatchObject({ cannot_approve: null, cannot_approve_until: null })
})

test('nothing is counted again for a decided request, and an unknown one is not found', async () => {
  const decided = await start({ row: { state: 'refused' } }).requests.detail(person('ann'), 'request')
  expect(decided).toMatchObject({ is_own: true, impact_now: null, names: null, cannot_approve: null })
  const { requests } = start({ row: 'none' })
  const answers = [
    requests.detail(person('bo'), 'request'),
    requests.approve(person('bo'), 'request', undefined),
    requests.refuse(person('bo'), 'request', 'No.'),
    requests.withdraw(person('ann'), 'request'),
    requests.explain(person('ann'), 'request', 'Why.'),
    requests.stop(person('vic'), 'request'),
  ]
  expect(await Promise.all(answers.map(codeOf))).toEqual(answers.map(() => 'requests.not_found'))
})

test('a request that changed since it was made, or since somebody looked, is not approved', async () => {
  const changed = start({ row: { impact: { ...impact, keys: 2, about: ['vic'] } } })
  expect([await codeOf(changed.requests.approve(person('bo'), 'request', undefined)), changed.steps]).toEqual(['requests.changed', []])
  const seen = start()
  expect(await codeOf(seen.requests.approve(person('bo'), 'request', { ...impact, keys: 2 }))).toBe('requests.changed')
})

test.each([
  [{ expires_at: new Date(now) }, 'requests.expired'],
  [{ expires_at: new Date(now + 1) }, 'done'],
  [{ state: 'expired' }, 'requests.expired'],
  [{ state: 'refused' }, 'requests.decided'],
  [{ state: 'approved', expires_at: new Date(now) }, 'requests.decided'],
] as [Partial<RequestRow>, string][])('no decision of a request with %o is changed: %s', async (row, code) => {
  const { requests } = start({ row })
  expect(await codeOf(requests.approve(person('bo'), 'request', undefined))).toBe(code)
  expect(await codeOf(requests.stop(person('vic'), 'request'))).toBe(code)
})

const namesOf = (steps: unknown[]) => steps.map((step) => (step as string[])[0])

test('a request waits for a second administrator where there is one, and else for the waiting time; after a week it is over', async () => {
  const second = start()
  expect(await ask(second)).toMatchObject({ said: { message: [{ code: 'request.waits_for_second' }] } })
  const expires = new Date(now + 7 * day)
  expect(second.steps[0]).toEqual([
    'put',
    expect.objectContaining({
      asker_id: 'bo',
      asker_address: '192.0.2.2',
      subject_id: 'vic',
      subject_name: 'Vic',
      impact: { ...impact, about: ['vic'] },
      sealed: 'sealed',
      state: 'waiting',
      runs_at: null,
      expires_at: expires,
      decided_at: null,
      outcome: '',
    }),
  ])
  expect(namesOf(second.steps)).toEqual(['put', 'audit', 'emit', 'emit'])
  expect(second.steps[1]).toMatchObject(['audit', { action: 'request.asked', after: { call: waiting.call } }])
  expect(JSON.stringify(second.steps[2])).toContain('request.state.waiting')
  // An account in which the requester intervened does not count as a second one.
  expect(second.asked).toEqual([['bo', ['vic'], new Date(now - beholdenFor)]])

  const alone = start({ hasSecond: false })
  expect(await ask(alone)).toMatchObject({ said: { message: [{ code: 'request.waits_for_time', values: { count: 3 } }] } })
  expect(alone.steps[0]).toEqual(['put', expect.objectContaining({ runs_at: new Date(now + 3 * day), expires_at: expires })])
  expect(JSON.stringify(alone.steps[2])).toContain('request.state.due')
})

test('the same is asked for once at a time; what ran out before is over first', async () => {
  expect(await codeOf(ask(start({ isFirst: false })))).toBe('requests.already_waiting')
  const again = start({ expired: [waiting] })
  await ask(again)
  const { steps } = again
  expect(steps[0]).toEqual(['decide', 'request', { state: 'expired', at: new Date(now), by: undefined }])
  expect(namesOf(steps)).toContain('put')
})

test.each([
  ['hand_over', 'vic', false, 1],
  ['hand_over', 'vic', true, 0],
  ['hand_over', null, false, 0],
  ['set_password', 'vic', false, 0],
] as const)('asking for %s of %s (a second administrator: %s) tells %i leavers of it', async (kind, subject, hasSecond, times) => {
  const { requests, steps } = start({ hasSecond })
  const of = { ...act, act: kind, detail: { to: 'Bo' }, subject: subject === null ? undefined : { id: subject, name: 'Vic' } }
  await requests.ask(waiting.call, of as never, person('bo'), '192.0.2.2')
  const notice = ['notifyLeaver', {}, { userId: 'vic', actor: 'bo', to: 'Bo', until: new Date(now + 3 * day) }]
  expect(steps.filter((step) => (step as string[])[0] === 'notifyLeaver')).toEqual(times === 0 ? [] : [notice])
})

const due = { runs_at: new Date(now) }

test.each([
  ['is due', due, 'approved', true],
  ['is due in a moment', { runs_at: new Date(now + 1) }, undefined, false],
  ['waits for a second administrator', {}, undefined, false],
  ['is due and over', { ...due, expires_at: new Date(now) }, 'expired', false],
  ['was approved', { state: 'approved' }, undefined, true],
  ['was stopped', { ...due, state: 'stopped' }, undefined, false],
] as [string, Partial<RequestRow>, string | undefined, boolean][])(
  'a request that %s is looked at: %o becomes %s, carried out: %s',
  async (_what, row, state, isCarriedOut) => {
    const { requests, steps } = start({ row })
    await requests.look()
    expect(steps[0]).toEqual(['note', 'cut off'])
    const decided = steps.filter((step) => (step as string[])[0] === 'decide')
    expect(decided).toEqual(state === undefined ? [] : [['decide', 'request', { state, at: new Date(now), by: undefined }]])
    expect(namesOf(steps).includes('carryOut')).toBe(isCarriedOut)
  },
)

test('an approved act is carried out after the approval was written down, and the answer says how it ended', async () => {
  const { requests, steps } = start()
  expect(await requests.approve(person('bo'), 'request', impact)).toMatchObject({ said: { message: [{ code: 'request.approved' }] } })
  expect(namesOf(steps)).toEqual(['decide', 'audit', 'emit', 'emit', 'carryOut'])
  expect(steps[0]).toEqual(['decide', 'request', { state: 'approved', at: new Date(now), by: person('bo') }])
})
