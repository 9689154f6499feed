import { copiedCode, generateCodes, noCode, showCode, takeTurn } from '@twofold/contract/codes'
import { editKey, getKey, listKeys } from '@twofold/contract/keys'
import { showQueue, takeCode } from '@twofold/contract/takes'
import { expect, test } from 'vitest'
import { makeToken } from '../machines/testing/make-token.ts'
import { endWaits } from './testing/end-waits.ts'
import { eventually } from '../testing/eventually.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp } from '../testing/start-test-app.ts'

const windowStart = Date.parse('2026-11-23T09:00:00.000Z')
const shared = shareApp((options) => startTestApp({ now: windowStart - 60_000, ...options }))

/** Ann owns a key whose codes are only taken; Bo has it with full control. The codes that pages had when it became one are over. */
async function startExclusive() {
  const app = shared()
  endWaits(app)
  const [ann, bo] = [await app.signUp('ann@example.org', 'Ann'), await app.signUp('bo@example.org', 'Bo')]
  const { key } = await ann.addKey('Host')
  await ann.share(key.id, bo.email, { permission: 'admin' })
  const params = { id: key.id }
  expect((await ann.call(editKey, { params, body: { exclusive: true } })).status).toBe(200)
  app.clock.set(windowStart + 12_000)
  return { app, ann, bo, params }
}

test('a key whose codes are only taken shows dashes in lists and no code by itself, to its owner as well', async () => {
  const { ann, bo, params } = await startExclusive()
  for (const person of [ann, bo]) {
    const [code] = (await person.call(generateCodes, {})).body.codes
    expect(code).toMatchObject({ code: noCode, next_code: null, period: 30, time_remaining: 18 })
    expect((await person.call(showCode, { params })).body.code).toBe('keys.exclusive')
    expect((await person.call(getKey, { params })).body.key.exclusive).toBe(true)
  }
  expect((await ann.call(listKeys, {})).body.own_keys[0]?.exclusive).toBe(true)
  expect((await bo.call(listKeys, {})).body.shared_keys[0]?.exclusive).toBe(true)
})

test('nobody claims a window of an exclusive key without taking its code', async () => {
  const { ann, bo, params } = await startExclusive()
  expect((await bo.call(copiedCode, { params, body: {} })).body.code).toBe('keys.exclusive')
  expect((await bo.call(takeTurn, { params })).body.code).toBe('keys.exclusive')
  const { take } = (await ann.call(takeCode, { params, body: {} })).body
  expect([take.state, take.code]).toEqual(['handed', expect.stringMatching(/^\d{6}$/)])
})

test('the two codes that pages had when a key became one are handed to nobody', async () => {
  const { app, ann, params } = await startExclusive()
  await ann.call(editKey, { params, body: { exclusive: false } })
  const shown = (await ann.call(generateCodes, {})).body.codes[0]
  await ann.call(editKey, { params, body: { exclusive: true } })
  const answer = ann.call(takeCode, { params, body: {} })
  await eventually(() => expect(app.waitingTakes.count()).toBe(1))
  app.clock.set(windowStart + 60_000)
  const { take } = (await answer).body
  expect(take.window).toBe(windowStart / 30_000 + 2)
  expect([shown?.code, shown?.next_code]).not.toContain(take.code)
})

test('people with the key see who took the last code, how many wait and when the next one is free', async () => {
  const { app, ann, bo, params } = await startExclusive()
  const before = (await bo.call(showQueue, { params })).body
  expect(before).toMatchObject({ waiting: 0, last_taken: null, next_at: '2026-11-23T09:00:12.000Z' })
  await ann.call(takeCode, { params, body: {} })
  expect((await bo.call(showQueue, { params })).body).toMatchObject({
    waiting: 0,
    last_taken: { by: 'Ann', is_own: false, at: '2026-11-23T09:00:12.000Z' },
    next_at: '2026-11-23T09:00:30.000Z',
  })
  const waits = ann.call(takeCode, { params, body: {} })
  await eventually(() => expect(app.waitingTakes.count()).toBe(1))
  expect((await ann.call(showQueue, { params })).body).toMatchObject({
    waiting: 1,
    last_taken: { is_own: true },
    next_at: '2026-11-23T09:01:00.000Z',
  })
  app.clock.set(windowStart + 30_000)
  await waits
  const cy = await app.signUp('cy@example.org', 'Cy')
  expect((await cy.call(showQueue, { params })).body.code).toBe('keys.not_found')
})

test('only its owner makes a key one whose codes are taken, in a session and not by a token', async () => {
  const { app, ann, bo, params } = await startExclusive()
  expect((await bo.call(editKey, { params, body: { exclusive: false } })).body.code).toBe('keys.owner_only')
  const owner = (await app.db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow()).id
  const token = await makeToken(app, { kind: 'pat', owner, scopes: ['keys:write'] })
  const answer = await token.send('PATCH', `/api/keys/${params.id}`, { body: { exclusive: false } })
  expect([answer.status, answer.body.code]).toEqual([403, 'tokens.not_allowed'])
  const { key } = await ann.addKey('Counter', { type: 'hotp' })
  const refused = await ann.call(editKey, { params: { id: key.id }, body: { exclusive: true } })
  expect(refused.body.errors).toEqual({ exclusive: ['Counter-based keys give everyone a different code already.'] })
})
