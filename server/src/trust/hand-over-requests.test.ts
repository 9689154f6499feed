import { handOverKeys } from '@twofold/contract/admin/leavers'
import { approveRequest, getRequest } from '@twofold/contract/admin/requests'
import { setUserStatus } from '@twofold/contract/admin/users'
import { expect, test } from 'vitest'
import { day, idOf, requestOf, startApprovals } from '../testing/approvals.ts'

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
    request: { act: 'hand_over', runs_at: null, impact: { keys: 1 }, detail: { to: 'zoe' } },
    names: { keys: ['Code host'] },
  })
  expect((await of('bo').call(approveRequest, { params, body: {} })).body.request.state).toBe('carried_out')
  expect(await zoe.visible()).toHaveLength(1)
})

test('with one administrator keys of a leaver are handed over after the waiting time, and not a moment before', async () => {
  const { app, enter, params } = await startLeaving(['ann'])
  app.clock.advance(day - 1)
  await app.requests.look()
  const stateOf = async () =>
    (await app.db.selectFrom('requests').where('id', '=', params.id).select('state').executeTakeFirstOrThrow()).state
  expect([await stateOf(), await (await enter('zoe')).visible()]).toEqual(['waiting', []])
  app.clock.advance(1)
  await app.requests.look()
  expect(await stateOf()).toBe('carried_out')
  expect(await (await enter('zoe')).visible()).toHaveLength(1)
})
