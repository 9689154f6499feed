import { approveRequest, getRequest } from '@twofold/contract/admin/requests'
import { removeUserFactors } from '@twofold/contract/admin/users'
import { listActivity } from '@twofold/contract/profile'
import { getClosing, proveAccount } from '@twofold/contract/trust'
import { expect, test } from 'vitest'
import { enrolPasskey, enrolTotp } from '../factors/testing/second-factors.ts'
import { requestOf, startApprovals } from '../testing/approvals.ts'
import { expectClosed, started } from '../testing/insiders.ts'
import { eventsOf } from '../testing/queued-events.ts'
import { testPassword } from '../testing/start-test-app.ts'

test('factors are removed with a second administrator only, who then sees them gone', async () => {
  const { app, of, vic } = await startApprovals(['ann', 'bo'])
  await enrolTotp(app, of('vic'))
  const asked = await of('ann').call(removeUserFactors, { params: { id: vic } })
  expect(asked.status).toBe(202)
  const params = requestOf(asked)
  expect((await of('bo').call(getRequest, { params })).body.request).toMatchObject({ act: 'remove_factors', impact: { keys: 1 } })
  const has = async () =>
    (await app.db.selectFrom('users').where('id', '=', vic).select('has_second_factor').executeTakeFirst())?.has_second_factor
  expect(await has()).toBe(true)
  expect((await of('bo').call(approveRequest, { params, body: {} })).body.request.state).toBe('carried_out')
  expect(await has()).toBe(false)
})

test('an account whose factors an administrator removed is closed at once, told of, and opened by the password from before', async () => {
  const app = await started()
  const { recoveryCodes } = await enrolTotp(app, app.ann)
  await enrolPasskey(app, app.ann, 'key')
  expect((await app.admin.call(removeUserFactors, { params: { id: app.id } })).status).toBe(200)
  await expectClosed(app, app.ann)
  const { closing } = (await app.ann.call(getClosing, {})).body
  expect([closing?.hands.map(({ kind }) => kind), closing?.proofs]).toEqual([['factors_removed'], ['pin', 'password']])
  expect((await eventsOf(app, 'user.account.closed')).map(({ data }) => data['closing.what'])).toEqual(['removed your second factors'])
  const code = recoveryCodes[0] ?? ''
  expect((await app.ann.call(proveAccount, { body: { method: 'recovery_code', code } })).status).toBe(422)
  expect((await app.ann.call(proveAccount, { body: { method: 'password', password: testPassword } })).status).toBe(200)
  expect(await app.ann.visible()).toEqual([app.key])
  const kinds = (await app.ann.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind)
  expect(kinds).toContain('factors_removed_by_admin')
})

test('nobody removes their own factors as an administrator, and without a factor there is nothing to remove', async () => {
  const app = await started()
  expect((await app.admin.call(removeUserFactors, { params: { id: await app.idOf(app.admin.email) } })).body.code).toBe('users.own_account')
  expect((await app.admin.call(removeUserFactors, { params: { id: app.id } })).body.code).toBe('users.no_factors')
})
