import {
  makeResetLink,
  resetUserPassword,
  resetUserPin,
  setUserRole,
  setUserStatus,
  unlockUser,
  verifyUserEmail,
} from '@twofold/contract/admin/users'
import { addGroup } from '@twofold/contract/sharing/memberships'
import { resetPassword } from '@twofold/contract/links'
import { verifyPin } from '@twofold/contract/pin'
import { changePin } from '@twofold/contract/profile'
import { acceptServiceAccountShare, addServiceAccount } from '@twofold/contract/service-accounts'
import { shareKey } from '@twofold/contract/sharing/grants'
import { expect, test } from 'vitest'
import { eventsOf, letMailOut } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { testPin } from '../testing/start-test-app.ts'
import { expectClosed, prepareAnn, started, startInstallation, theirs } from '../testing/insiders.ts'

/*
 * The ways by which one malicious administrator with a second account reached codes and secrets of somebody else
 * (docs/decisions/0073-hands-close-an-account.md), walked through the real API as they would.
 */

const shared = shareApp(startInstallation)

const startShared = () => prepareAnn(shared())

test('way 6, an administrator sets the password: without e-mail and second factor the sign-in shows no code, and shares nothing', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  await app.admin.call(resetUserPassword, { params: { id: app.id }, body: { new_password: theirs } })
  const password = await app.replacePassword(theirs)
  const thief = await app.enterAsAnn(password)
  await expectClosed(app, thief)
})

test('way 6, a reset link on an administrator’s screen: no code, and nothing is shared', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  const { body } = await app.admin.call(makeResetLink, { params: { id: app.id }, body: { delivery: 'link' } })
  const token = body.link?.split('#token=')[1] ?? ''
  await app.call(resetPassword, { body: { token, password: theirs, password_confirmation: theirs } })
  await expectClosed(app, await app.enterAsAnn())
})

test('way 6 by password and PIN: a PIN that an administrator set, or could guess, proves nobody', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  const params = { id: app.id }
  await app.admin.call(resetUserPin, { params, body: { new_pin: '1111' } })
  await app.admin.call(resetUserPassword, { params, body: { new_password: theirs } })
  const thief = await app.enterAsAnn(await app.replacePassword(theirs))
  expect((await thief.call(verifyPin, { body: { pin: '1111' } })).status).toBe(200)
  await expectClosed(app, thief)
})

test('way 6, locks lifted again and again: the PIN that may have been guessed proves nobody', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  const params = { id: app.id }
  await app.admin.call(resetUserPassword, { params, body: { new_password: theirs } })
  const thief = await app.enterAsAnn(await app.replacePassword(theirs))
  await thief.call(verifyPin, { body: { pin: '0000' } })
  await app.admin.call(unlockUser, { params })
  expect((await thief.call(verifyPin, { body: { pin: testPin } })).status).toBe(200)
  await expectClosed(app, thief)
})

test('way 6, a void PIN: after a reset no password alone gets another one', async () => {
  const app = await startShared()
  await app.resetByMail()
  const thief = await app.enterAsAnn()
  await app.db
    .insertInto('guess_counters')
    .values({ kind: 'pin', user_id: app.id, address: '', failures: 10, is_void: true, updated_at: app.clock.date() })
    .execute()
  const answer = await thief.call(changePin, { body: { current_password: theirs, new_pin: '1111', new_pin_confirmation: '1111' } })
  expect([answer.status, answer.body.code]).toEqual([422, 'pin.second_proof_required'])
  expect((await thief.call(verifyPin, { body: { pin: '1111' } })).body.code).toBe('pin.void')
})

test('way 6, what an administrator does next opens nothing: activation, role, verification, another reset', async () => {
  const app = await startShared()
  await letMailOut(app, false)
  const params = { id: app.id }
  await app.admin.call(resetUserPassword, { params, body: { new_password: theirs } })
  for (const is_active of [false, true]) await app.admin.call(setUserStatus, { params, body: { is_active, reason: '' } })
  for (const role of ['admin', 'user'] as const) await app.admin.call(setUserRole, { params, body: { role } })
  await app.admin.call(verifyUserEmail, { params })
  const thief = await app.enterAsAnn(await app.replacePassword(theirs))
  await expectClosed(app, thief)
})

/** Mia has no key: her group's service account takes codes of Ann's, and anyone signed in as Mia creates tokens for it. */
async function startedWithManager(approvals: 'required' | 'none') {
  const app = await started({ approvals })
  const mia = await app.signUp('mia@example.org', 'Mia Manager')
  const { group } = (await mia.call(addGroup, { body: { name: 'Releases' } })).body
  const { service_account } = (await mia.call(addServiceAccount, { body: { group_id: group.id, name: 'Deploy bot' } })).body
  const shared = await app.ann.call(shareKey, { params: { id: app.key }, body: { service_account_id: service_account.id } })
  const params = { id: service_account.id, share_id: shared.body.share_id ?? '' }
  expect((await mia.call(acceptServiceAccountShare, { params })).status).toBe(200)
  return { ...app, miaId: await app.idOf(mia.email) }
}

test('way 15, through a manager: a person who has no key but service accounts is protected and notified like anybody with a key', async () => {
  const waiting = await startedWithManager('required')
  const asked = await waiting.admin.call(resetUserPassword, { params: { id: waiting.miaId }, body: { new_password: theirs } })
  expect(asked.status).toBe(202)

  const app = await startedWithManager('none')
  expect((await app.admin.call(resetUserPassword, { params: { id: app.miaId }, body: { new_password: theirs } })).status).toBe(200)
  const closed = await app.db.selectFrom('users').select('codes_closed_until').where('id', '=', app.miaId).executeTakeFirstOrThrow()
  expect(closed.codes_closed_until).not.toBeNull()
  expect((await eventsOf(app, 'user.account.closed')).map(({ to }) => to)).toContainEqual({ user_id: app.miaId })
})
