import type { Settings } from '@twofold/contract/admin/settings'
import { bulkMost } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { handOver } from '../admin/leavers/hand-over-waits.ts'
import { loosening } from '../admin/settings/loosened-rules.ts'
import * as users from '../admin/users/weighty-acts.ts'
import { newIssuer } from '../machines/issuer-waits.ts'
import type { Judge, Target } from '../platform/approval.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const judges: Record<string, Judge> = {
  'DELETE /admin/users/{id}': users.deletion,
  'DELETE /admin/users/{id}/factors': users.lossOfFactors,
  'PATCH /admin/users/{id}': users.changeOfAddress,
  'POST /admin/users': users.creation,
  'POST /admin/users/bulk': users.actOnMany,
  'POST /admin/users/{id}/leaver/hand-over': handOver,
  'POST /admin/users/{id}/reset-password': users.newPassword,
  'POST /admin/users/{id}/reset-pin': users.newPin,
  'POST /admin/users/{id}/restore': users.restoration,
  'POST /admin/workload/issuers': newIssuer,
  'PUT /admin/settings': loosening,
  'PUT /admin/users/{id}/role': users.changeOfRole,
  'PUT /admin/users/{id}/status': users.changeOfStatus,
}

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 10, 27)
const policy = {
  sign_up: 'invite',
  email_verification: 'auto',
  second_factor: 'encouraged',
  second_factor_grace_days: 7,
  quarantine_days: 3,
} as Settings
const bo: Target = {
  id: 'bo',
  name: 'Bo',
  email: 'bo@example.org',
  role: 'user',
  is_active: true,
  has_had_key: false,
  has_shared_keys: false,
}

/**
 * The waiting act if `ann` makes the call; undefined: it happens at once, with the parts `atOnce` where these are fixed. `weighty`: the affected people
 * of a bulk act.
 */
async function ask(
  call: string,
  body: Record<string, unknown> = {},
  {
    target = {},
    id = 'bo',
    endings = true,
    weighty = {},
    matching = [] as string[],
  }: {
    target?: Partial<Target>
    id?: string
    endings?: boolean
    weighty?: { administrators?: number; with_shared_keys?: number }
    matching?: string[]
  } = {},
) {
  const counted: unknown[] = []
  const judged = await judges[call]?.({
    params: { id },
    body,
    parts: { params: { id }, body },
    userId: 'ann',
    now,
    policy,
    defaults: policy,
    facts: {
      findTarget: async (targetId: string, options?: { deleted: boolean }) =>
        targetId === 'nobody' || (options?.deleted === true) !== (call === 'POST /admin/users/{id}/restore')
          ? undefined
          : { ...bo, ...target, id: targetId },
      judgeMany: async () => ({ administrators: 0, with_shared_keys: 0, ...weighty }),
      listKeyNames: async (_: string, ids?: string[]) => ids ?? ['Code host', 'Registrar'],
      takeEndings: async (...parts: unknown[]) => (counted.push(parts), endings),
    } as never,
    idsMatching: async () => matching,
  })
  return judged !== undefined && 'atOnce' in judged ? { asked: undefined, counted, atOnce: judged.atOnce } : { asked: judged, counted }
}
const actOf = async (...parts: Parameters<typeof ask>) => (await ask(...parts)).asked?.act

test.each([
  [
    'PATCH /admin/users/{id}',
    { name: 'Boris', email: 'new@example.org' },
    'change_address',
    { email: 'bo@example.org', to: 'new@example.org', new_name: 'Boris' },
  ],
  ['POST /admin/users/{id}/reset-password', {}, 'set_password', { email: 'bo@example.org' }],
  ['POST /admin/users/{id}/reset-pin', {}, 'set_pin', { email: 'bo@example.org' }],
  ['DELETE /admin/users/{id}/factors', {}, 'remove_factors', { email: 'bo@example.org' }],
])('%s waits for an account with a key and for an administrator, and for nobody else', async (call, body, act, detail) => {
  for (const target of [{ has_had_key: true }, { role: 'admin' as const }]) {
    expect((await ask(call, body, { target })).asked).toEqual({ act, subject: { id: 'bo', name: 'Bo' }, reason: '', detail, about: ['bo'] })
  }
  expect(await actOf(call, body)).toBeUndefined()
  expect(await actOf(call, body, { target: { role: 'admin' }, id: 'ann' })).toBeUndefined()
  expect(await actOf(call, body, { target: { role: 'admin' }, id: 'nobody' })).toBeUndefined()
})

test('a change that leaves the address as it is does not wait', async () => {
  expect(await actOf('PATCH /admin/users/{id}', { email: bo.email }, { target: { role: 'admin' } })).toBeUndefined()
})

test('each change of somebody else’s role waits', async () => {
  const call = 'PUT /admin/users/{id}/role'
  expect(await actOf(call, { role: 'admin' })).toBe('promote')
  expect(await actOf(call, { role: 'user' }, { target: { role: 'admin' } })).toBe('demote')
  expect(await actOf(call, { role: 'user' })).toBeUndefined()
  expect(await actOf(call, { role: 'admin' }, { id: 'ann' })).toBeUndefined()
  expect(await actOf(call, { role: 'admin' }, { id: 'nobody' })).toBeUndefined()
})

test('an administrator is activated and deactivated by two; of others one administrator ends ten a day', async () => {
  const call = 'PUT /admin/users/{id}/status'
  const admin = { role: 'admin' as const }
  expect((await ask(call, { is_active: false, reason: 'Left' }, { target: admin })).asked).toMatchObject({
    act: 'deactivate_administrator',
    reason: 'Left',
  })
  expect(await actOf(call, { is_active: true }, { target: { ...admin, is_active: false } })).toBe('activate_administrator')
  expect(await actOf(call, { is_active: true }, { target: admin })).toBeUndefined()
  expect(await actOf(call, { is_active: false }, { target: admin, id: 'ann' })).toBeUndefined()
  expect(await actOf(call, { is_active: false }, { target: admin, id: 'nobody' })).toBeUndefined()

  expect(await ask(call, { is_active: false })).toEqual({
    asked: undefined,
    counted: [['ann', 1, { most: 10, since: new Date(now - day), now: new Date(now) }]],
  })
  expect((await ask(call, { is_active: false, reason: 'Left' }, { endings: false })).asked).toMatchObject({
    act: 'deactivate_user',
    reason: 'Left',
  })
  expect((await ask(call, { is_active: false, reason: 7 }, { endings: false })).asked?.reason).toBe('')
  expect(await ask(call, { is_active: true }, { target: { is_active: false }, endings: false })).toEqual({ asked: undefined, counted: [] })
  expect(await ask(call, { is_active: true }, { endings: false })).toEqual({ asked: undefined, counted: [] })
})

test('the deletion of an administrator, or of somebody who shares keys, waits; others count among the ten of a day', async () => {
  const call = 'DELETE /admin/users/{id}'
  for (const target of [{ role: 'admin' as const }, { has_shared_keys: true }]) {
    const { asked, counted } = await ask(call, {}, { target })
    expect([asked?.act, counted]).toEqual(['delete_user', []])
  }
  const free = await ask(call)
  expect([free.asked, (free.counted[0] as unknown[])[1]]).toEqual([undefined, 1])
  expect(await actOf(call, {}, { endings: false })).toBe('delete_user')
  expect(await actOf(call, {}, { id: 'ann', endings: false })).toBeUndefined()
  expect(await actOf(call, {}, { id: 'nobody', endings: false })).toBeUndefined()
})

test('an administrator who was deleted comes back by two', async () => {
  const call = 'POST /admin/users/{id}/restore'
  expect(await actOf(call, {}, { target: { role: 'admin' } })).toBe('restore_administrator')
  const elsewhere = await ask(call, { email: 'other@example.org' }, { target: { role: 'admin' } })
  expect(elsewhere.asked?.detail).toEqual({ email: 'bo@example.org', to: 'other@example.org' })
  expect(await actOf(call)).toBeUndefined()
  expect(await actOf(call, {}, { id: 'nobody' })).toBeUndefined()
})

const bulk = 'POST /admin/users/bulk'

test.each([
  ['activate', { administrators: 1 }, true],
  ['activate', { with_shared_keys: 1 }, false],
  ['deactivate', { administrators: 1 }, true],
  ['deactivate', { with_shared_keys: 1 }, false],
  ['delete', { administrators: 1 }, true],
  ['delete', { with_shared_keys: 1 }, true],
  ['delete', {}, false],
  ['promote', {}, true],
  ['demote', { administrators: 1 }, true],
  ['demote', {}, false],
  ['revoke_sessions', { administrators: 1, with_shared_keys: 1 }, false],
])('that many people %s at once, of these weighty: %o, waits: %s', async (action, weighty, waits) => {
  const { asked } = await ask(bulk, { action, ids: ['bo', 'cy'] }, { weighty })
  expect(asked?.act).toBe(waits ? 'bulk' : undefined)
})

test.each(['deactivate', 'delete'])('each person that %s ends counts once among the ten of a day', async (action) => {
  const body = { action, ids: ['bo', 'cy', 'bo'] }
  const { asked, counted } = await ask(bulk, body)
  expect([asked, (counted[0] as unknown[])[1]]).toEqual([undefined, 2])
  expect(await actOf(bulk, body, { endings: false })).toBe('bulk')
})

test.each(['activate', 'demote'])('%s ends nobody, and counts nobody', async (action) => {
  expect(await ask(bulk, { action, ids: ['bo'] }, { endings: false })).toMatchObject({ asked: undefined, counted: [] })
})

test('approval of a filter covers the people that it found when it was asked', async () => {
  const body = { action: 'promote', reason: 'Team', matching: { role: 'user' } }
  expect((await ask(bulk, body, { matching: ['bo', 'cy'] })).asked).toEqual({
    act: 'bulk',
    subject: undefined,
    reason: 'Team',
    detail: { action: 'promote', people: '2' },
    parts: { params: { id: 'bo' }, body: { action: 'promote', reason: 'Team', ids: ['bo', 'cy'] } },
    about: ['bo', 'cy'],
  })
  expect((await ask(bulk, { action: 'promote', ids: ['bo'] })).asked).toMatchObject({ reason: '', about: ['bo'] })
})

test('an act on people by a filter that happens at once is on the people who were judged', async () => {
  const none = await ask(bulk, { action: 'delete', matching: { search: 'vic' } })
  expect(none).toMatchObject({ asked: undefined, atOnce: { params: { id: 'bo' }, body: { action: 'delete', ids: [] } } })
  const tooMany = Array.from({ length: bulkMost + 1 }, (_, at) => String(at))
  const { asked, atOnce } = await ask(bulk, { action: 'promote', matching: {} }, { matching: tooMany })
  expect([asked, atOnce?.body]).toEqual([undefined, { action: 'promote', ids: tooMany }])
})

test('a request that the call itself refuses does not wait: ids together with a filter, neither of them, and too many people', async () => {
  expect(await actOf(bulk, { action: 'promote', ids: ['bo'], matching: {} }, { matching: ['bo'] })).toBeUndefined()
  expect(await actOf(bulk, { action: 'promote' }, { matching: ['bo'] })).toBeUndefined()
  const ids = Array.from({ length: bulkMost + 1 }, (_, at) => String(at))
  expect(await actOf(bulk, { action: 'promote', ids })).toBeUndefined()
  expect(await actOf(bulk, { action: 'promote', ids: ids.slice(1) })).toBe('bulk')
})

test('a new administrator, a new issuer and a hand-over of keys wait, and say what they are about', async () => {
  const person = { name: 'Cy', email: 'cy@example.org' }
  expect((await ask('POST /admin/users', { ...person, role: 'admin' })).asked).toMatchObject({
    act: 'create_administrator',
    reason: '',
    detail: { name: 'Cy', to: 'cy@example.org' },
    about: [],
  })
  expect(await actOf('POST /admin/users', { ...person, role: 'user' })).toBeUndefined()
  const issuerOf = async (body: object) => (await ask('POST /admin/workload/issuers', { name: 'CI', ...body })).asked
  expect(await issuerOf({ issuer: 'https://ci.example.org' })).toEqual({
    act: 'add_issuer',
    subject: undefined,
    reason: '',
    detail: { name: 'CI', issuer: 'https://ci.example.org' },
    about: [],
  })
  expect((await issuerOf({}))?.detail).toEqual({ name: 'CI', issuer: 'https://token.actions.githubusercontent.com' })
  const handOver = 'POST /admin/users/{id}/leaver/hand-over'
  expect((await ask(handOver, { to: 'cy' })).asked).toMatchObject({
    act: 'hand_over',
    subject: { id: 'bo' },
    detail: { email: 'bo@example.org', to: 'Bo', to_email: 'bo@example.org', keys: 'all', key_names: 'Code host, Registrar' },
    about: ['bo'],
  })
  expect((await ask(handOver, { to: 'cy', key_ids: ['one', 'one'] })).asked?.detail).toMatchObject({ keys: '1' })
  expect(await actOf(handOver, { to: 'nobody' })).toBeUndefined()
  expect(await actOf(handOver, { to: 'cy' }, { id: 'nobody' })).toBeUndefined()
})

test('these acts of administrators may have to wait, three calls are how a second one agrees, and all others happen at once', async () => {
  const { declaredCalls } = await startTestApp()
  const said = new Map(declaredCalls.names().map((name) => [name, declaredCalls.find(name)?.approval]))
  const waiting = [...said].filter(([, approval]) => typeof approval === 'function')
  expect(Object.fromEntries(waiting)).toEqual(judges)
  const agreeing = [...said].filter(([, approval]) => approval === 'given').map(([name]) => name)
  expect(agreeing.toSorted()).toEqual([
    'POST /admin/mail-path/approve',
    'POST /admin/requests/{id}/approve',
    'POST /admin/users/{id}/release',
  ])
})
