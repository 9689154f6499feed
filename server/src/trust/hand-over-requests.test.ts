import { handOverKeys, letKeysGo } from '@twofold/contract/admin/leavers'
import { generateCodes } from '@twofold/contract/codes'
import { showSecret } from '@twofold/contract/keys'
import { stopClosing } from '@twofold/contract/links'
import { approveRequest, getRequest, withdrawRequest } from '@twofold/contract/admin/requests'
import { setUserStatus } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { day, idOf, requestOf, startApprovals } from '../testing/approvals.ts'
import { eventsOf } from '../testing/queued-events.ts'

/** Vic has left, and Ann wants Zoe, who has been here for long, to have the keys. */
async function startLeaving(names: string[]) {
  const started = await startApprovals(names)
  const { app, of, vic } = started
  const zoe = await app.signUp('zoe@example.org')
  await app.db
    .updateTable('users')
    .set({ created_at: new Date(app.clock.now() - 31 * day) })
    .execute()
  await app.db.deleteFrom('hands').execute()
  const left = await of('ann').call(setUserStatus, { params: { id: vic }, body: { is_active: false, reason: 'Left.' } })
  expect(left.status).toBe(200)
  const to = await idOf(app, 'zoe')
  const params = requestOf(await of('ann').call(handOverKeys, { params: { id: vic }, body: { all: true, to } }))
  return { ...started, zoe, params }
}

test('keys of a leaver are handed over once a second administrator agrees, who sees which', async () => {
  const { of, zoe, params } = await startLeaving(['ann', 'bo'])
  expect(await zoe.visible()).toEqual([])
  expect((await of('bo').call(getRequest, { params })).body).toMatchObject({
    request: {
      act: 'hand_over',
      runs_at: null,
      impact: { keys: 1 },
      detail: { to: 'zoe', to_email: 'zoe@example.org', keys: 'all', key_names: 'Code host' },
    },
    names: { keys: ['Code host'] },
  })
  expect((await of('bo').call(approveRequest, { params, body: {} })).body.request.state).toBe('carried_out')
  expect(await zoe.visible()).toHaveLength(1)
})

test('a request for all undecided keys names none that were left with the account', async () => {
  const { app, of, vic, params } = await startLeaving(['ann', 'bo'])
  await of('ann').call(withdrawRequest, { params })
  const { key_id } = await app.db.selectFrom('leaver_keys').select('key_id').executeTakeFirstOrThrow()
  expect((await of('ann').call(letKeysGo, { params: { id: vic }, body: { key_ids: [key_id] } })).status).toBe(200)
  const again = requestOf(await of('ann').call(handOverKeys, { params: { id: vic }, body: { all: true, to: await idOf(app, 'zoe') } }))
  expect((await of('bo').call(getRequest, { params: again })).body).toMatchObject({ request: { detail: { keys: 'all', key_names: '' } } })
})

test('with one administrator keys of a leaver are handed over after the waiting time, and not a moment before', async () => {
  const started = await startLeaving(['ann'])
  const { app, enter } = started
  app.clock.advance(day - 1)
  await app.requests.look()
  expect([await stateOf(started), await (await enter('zoe')).visible()]).toEqual(['waiting', []])
  app.clock.advance(1)
  await app.requests.look()
  expect(await stateOf(started)).toBe('carried_out')
  expect(await (await enter('zoe')).visible()).toHaveLength(1)
})

const stateOf = async ({ app, params }: Awaited<ReturnType<typeof startLeaving>>) =>
  (await app.db.selectFrom('requests').where('id', '=', params.id).select('state').executeTakeFirstOrThrow()).state

test('way 13, a leaver’s keys by one administrator to an old account: a person who cannot sign in to object gets a link in an e-mail that stops it', async () => {
  const started = await startLeaving(['ann'])
  const { app, vic } = started
  const [notice, ...more] = await eventsOf(app, 'user.keys.claimed')
  expect([notice?.to, notice?.data['claim.heir'], more]).toEqual([{ user_id: vic }, 'zoe', []])
  const token = String(notice?.data['link.url']).split('/stop#token=')[1] ?? ''
  expect((await app.call(stopClosing, { body: { token } })).status).toBe(200)
  expect(await stateOf(started)).toBe('stopped')
  expect((await app.call(stopClosing, { body: { token } })).body.code).toBe('links.used')
  app.clock.advance(2 * day)
  await app.requests.look()
  expect(await (await started.enter('zoe')).visible()).toEqual([])
})

test('way 13 with a second administrator who agrees: nobody has to get a link', async () => {
  const { app } = await startLeaving(['ann', 'bo'])
  expect(await eventsOf(app, 'user.keys.claimed')).toEqual([])
})

test('keys that nobody else agreed to hand over give codes at once, and nothing leaves the heir’s vault for a day', async () => {
  const started = await startLeaving(['ann'])
  started.app.clock.advance(day)
  await started.app.requests.look()
  const zoe = await started.enter('zoe')
  const [code] = (await zoe.call(generateCodes, {})).body.codes
  const show = async () => (await zoe.call(showSecret, { params: { id: code?.id ?? '' } })).body.code
  expect([code?.code.length, await show()]).toEqual([6, 'keys.secrets_closed'])
  started.app.clock.advance(day)
  const later = await started.enter('zoe')
  expect((await later.call(showSecret, { params: { id: code?.id ?? '' } })).status).toBe(200)
})

test('keys that a second administrator agreed to hand over are the heir’s with all that they have', async () => {
  const { app, of, zoe, params } = await startLeaving(['ann', 'bo'])
  await of('bo').call(approveRequest, { params, body: {} })
  await zoe.enterPin()
  const [code] = await zoe.codes()
  expect((await zoe.call(showSecret, { params: { id: code?.id ?? '' } })).status).toBe(200)
  expect(app.logged()).toBe('')
})
