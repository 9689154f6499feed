import type { ProtectingRules } from './weighty-acts.ts'
import { expect, test } from 'vitest'
import { goodBodies } from '../testing/good-bodies.ts'
import { nameOf, readContract } from '../testing/read-contract.ts'
import { clockOf } from '../platform/clock.ts'
import { unhindered } from '../platform/identity.ts'
import { createApprovalGate, judgeOf } from './approval-gate.service.ts'
import type { RequestsRepository } from './requests.repository.ts'

const rules = { sign_up: 'open', second_factor: 'optional', second_factor_grace_days: 14, quarantine_days: 1 } as ProtectingRules
const plain = {
  id: 'x',
  name: 'Vic',
  email: 'vic@example.org',
  role: 'user',
  is_active: true,
  has_had_key: false,
  has_shared_keys: false,
} as const

/** A gate that records what it asks the database. `matching`: the users that a filter finds. */
function startGate(matching: string[] = ['x'], isRequired = true) {
  const performed: string[] = []
  const asked: string[] = []
  const note = <T>(what: string, answer: T) => {
    asked.push(what)
    return Promise.resolve(answer)
  }
  const facts = {
    hasAnyKey: () => note('hasAnyKey', true),
    findTarget: () => note('findTarget', plain),
    judgeMany: () => note('judgeMany', { administrators: 0, with_shared_keys: 0 }),
    takeEndings: () => note('takeEndings', true),
  } as unknown as RequestsRepository
  const gate = createApprovalGate({
    db: {} as never,
    requests: () => facts,
    service: { ask: () => Promise.reject(new Error('Nothing is asked here.')) },
    performs: { put: (call: string) => void performed.push(call) },
    isRequired,
    clock: clockOf(() => 0),
    policy: rules,
    defaults: rules,
    idsMatching: () => note('idsMatching', matching),
  })
  const root = { ...unhindered, id: 'root', name: 'Root', email: 'root@example.org', role: 'admin', sessionId: '' } as const
  return {
    gate,
    asked,
    performed,
    consider: (call: string, body: unknown) => gate.consider(call, { params: { id: 'x' }, body }, root),
  }
}

/** What an administrator may do ten times a day without asking is counted in the statement that allows it. */
const counted = new Set(['PUT /admin/users/{id}/status', 'DELETE /admin/users/{id}', 'POST /admin/users/bulk'])

test('a call that needs no second administrator costs one statement more at most, and none where it never can need one', async () => {
  const { asked, consider } = startGate()
  let judged = 0
  for (const endpoint of await readContract()) {
    const call = nameOf(endpoint)
    asked.length = 0
    const waits = await consider(call, goodBodies[call] ?? {})
    if (judgeOf(call) === undefined) expect([call, waits, asked]).toEqual([call, undefined, []])
    else if (waits === undefined) {
      judged += 1
      const most = counted.has(call) ? ['takeEndings'] : []
      expect([call, asked.filter((what) => !most.includes(what)).length <= 1]).toEqual([call, true])
    }
  }
  expect(judged).toBeGreaterThan(5)
})

test('the same act is the same request: about the same person, or in bulk about the same people, in whatever order', async () => {
  const bulk = 'POST /admin/users/bulk'
  const sameAs = async (body: object, matching: string[] = []) => (await startGate(matching).consider(bulk, body))?.sameAs
  const both = await sameAs({ action: 'promote', ids: ['bo', 'cy'] })
  expect(both).toBeDefined()
  expect(await sameAs({ action: 'promote', ids: ['cy', 'bo'] })).toBe(both)
  expect(await sameAs({ action: 'promote', matching: {} }, ['bo', 'cy'])).toBe(both)
  expect(await sameAs({ action: 'promote', ids: ['bo', 'di'] })).not.toBe(both)
})

test('what may have to wait is kept with how it is done, and nothing else; where one administrator is enough nothing waits', async () => {
  const { gate, performed } = startGate()
  for (const call of ['POST /admin/users/bulk', 'POST /admin/email/config', 'GET /admin/users']) gate.register(call, async () => undefined)
  expect(performed).toEqual(['POST /admin/users/bulk'])
  const alone = startGate(['x'], false)
  expect(await alone.consider('POST /admin/users/bulk', { action: 'promote', ids: ['bo'] })).toBeUndefined()
  expect(alone.asked).toEqual([])
})
