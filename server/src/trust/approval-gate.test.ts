import type { Settings } from '@twofold/contract/admin/settings'
import { expect, test } from 'vitest'
import { goodBodies } from '../testing/good-bodies.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { actOnMany } from '../admin/users/weighty-acts.ts'
import type { DeclaredCall } from '../platform/approval.ts'
import { clockOf } from '../platform/clock.ts'
import { unhindered } from '../platform/identity.ts'
import { createApprovalGate } from './approval-gate.service.ts'
import { createDeclaredCalls } from './declared-calls.ts'
import type { RequestsRepository } from './requests.repository.ts'

const rules = { sign_up: 'open', second_factor: 'optional', second_factor_grace_days: 14, quarantine_days: 1 } as Settings
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
  const calls = createDeclaredCalls()
  const asked: string[] = []
  const note = <T>(what: string, answer: T) => {
    asked.push(what)
    return Promise.resolve(answer)
  }
  const facts = {
    hasAnyKey: () => note('hasAnyKey', true),
    findTarget: () => note('findTarget', plain),
    listKeyNames: () => note('listKeyNames', []),
    judgeMany: () => note('judgeMany', { administrators: 0, with_shared_keys: 0 }),
    takeEndings: () => note('takeEndings', true),
  } as unknown as RequestsRepository
  const gate = createApprovalGate({
    db: {} as never,
    requests: () => facts,
    service: { ask: () => Promise.reject(new Error('Nothing is asked here.')) },
    calls,
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
    consider: (call: string, body: unknown) => gate.consider(call, { params: { id: 'x' }, body }, root),
  }
}

/** The ten acts a day without approval are counted in the statement that allows them. */
const counted = new Set(['PUT /admin/users/{id}/status', 'DELETE /admin/users/{id}', 'POST /admin/users/bulk'])

test('a call that needs no second administrator costs one statement more at most, and none where it never can need one', async () => {
  const { declaredCalls } = await startTestApp()
  const { gate, asked, consider } = startGate()
  let judged = 0
  for (const call of declaredCalls.names()) {
    const declared = declaredCalls.find(call) as DeclaredCall
    gate.register(call, declared)
    asked.length = 0
    const waits = await consider(call, goodBodies[call] ?? {})
    if (typeof declared.approval !== 'function') expect([call, waits, asked]).toEqual([call, undefined, []])
    else if (waits !== undefined && 'judgeAgain' in waits) {
      judged += 1
      const most = counted.has(call) ? ['takeEndings'] : []
      expect([call, asked.filter((what) => !most.includes(what)).length <= 1]).toEqual([call, true])
    }
  }
  expect(judged).toBeGreaterThan(5)
})

const bulk = 'POST /admin/users/bulk'
const actsOnMany: DeclaredCall = { whileClosed: 'open', approval: actOnMany, perform: async () => undefined }

test('the same act is the same request: about the same person, or in bulk about the same people, in whatever order', async () => {
  const sameAs = async (body: object, matching: string[] = []) => {
    const { gate, consider } = startGate(matching)
    gate.register(bulk, actsOnMany)
    const judged = await consider(bulk, body)
    return judged && 'act' in judged ? judged.sameAs : undefined
  }
  const both = await sameAs({ action: 'promote', ids: ['bo', 'cy'] })
  expect(both).toBeDefined()
  expect(await sameAs({ action: 'promote', ids: ['cy', 'bo'] })).toBe(both)
  expect(await sameAs({ action: 'promote', matching: {} }, ['bo', 'cy'])).toBe(both)
  expect(await sameAs({ action: 'promote', ids: ['bo', 'di'] })).not.toBe(both)
})

test('an installation with only one administrator required waits for nothing', async () => {
  for (const isRequired of [true, false]) {
    const { gate, asked, consider } = startGate(['x'], isRequired)
    gate.register(bulk, actsOnMany)
    expect(await consider(bulk, { action: 'promote', ids: ['bo'] })).toEqual(
      isRequired ? expect.objectContaining({ act: 'bulk' }) : undefined,
    )
    expect(asked.length > 0).toBe(isRequired)
  }
})
