import { resetUserPassword, updateUser, verifyUserEmail } from '@twofold/contract/admin/users'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { generateCodes } from '@twofold/contract/codes'
import { beginTotp } from '@twofold/contract/factors'
import { showSecret } from '@twofold/contract/keys'
import { resetPassword } from '@twofold/contract/links'
import { verifyPin } from '@twofold/contract/pin'
import { changePassword, listActivity } from '@twofold/contract/profile'
import { requestPasswordReset } from '@twofold/contract/sessions'
import { proveAccount } from '@twofold/contract/trust'
import { expect, test } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { eventsOf, newestToken, runPutOff } from '../testing/queued-events.ts'
import { shareApp } from '../testing/share-app.ts'
import { startOffice } from '../testing/start-office.ts'
import { testPassword, testPin } from '../testing/start-test-app.ts'
import { day, expectClosed, prepareAnn, secret, started, startInstallation, theirs } from '../testing/insiders.ts'
import { pathChanges } from '../testing/mail-path-changes.ts'

/*
 * The ways by which one malicious administrator with a second account reached codes and secrets of somebody else
 * (docs/decisions/0073-hands-close-an-account.md), walked through the real API as they would.
 */

const shared = shareApp(startInstallation)

const startShared = () => prepareAnn(shared())

test('way 1, the address: a link to an address that an administrator set opens neither codes nor secrets', async () => {
  const app = await startShared()
  const stolen = app.address('thief@example.org')
  await app.admin.call(updateUser, { params: { id: app.id }, body: { name: 'Ann Example', email: stolen } })
  await app.resetByMail(theirs, stolen)
  const thief = await app.enterAsAnn(theirs, stolen)
  await expectClosed(app, thief)
  // Told at both addresses, and in the own activity.
  const notices = (await eventsOf(app, 'user.profile.updated')).map(({ to }) => to)
  expect(notices).toContainEqual({ user_id: app.id })
  expect(notices).toContainEqual(expect.objectContaining({ address: app.ann.email }))
  const kinds = (await thief.call(listActivity, { query: {} })).body.data.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['changed_by_admin', 'password_reset', 'closed_after_reset']))
})

test('way 1, the address vouched for as well: an administrator’s word is no proof', async () => {
  const app = await startShared()
  const stolen = app.address('thief@example.org')
  const params = { id: app.id }
  await app.admin.call(updateUser, { params, body: { name: 'Ann Example', email: stolen } })
  await app.admin.call(verifyUserEmail, { params })
  await app.resetByMail(theirs, stolen)
  await expectClosed(app, await app.enterAsAnn(theirs, stolen))
})

test('way 1, from her own session: another address closes it as well, until she shows what is from before', async () => {
  const app = await startShared()
  await app.admin.call(updateUser, { params: { id: app.id }, body: { name: 'Ann Example', email: app.address('ann@example.com') } })
  await expectClosed(app, app.ann)
  expect((await app.ann.call(proveAccount, { body: { method: 'password', password: testPassword } })).status).toBe(200)
  expect(await app.ann.visible()).toEqual([app.key])
  await expectClosed(app, app.ann, { codesToo: false })
})

test.each(Object.keys(pathChanges))(
  'ways 2 and 3, the way that e-mail takes (%s): a link over a path changed within a day opens nothing',
  async (name) => {
    const app = await started()
    const answer = (await pathChanges[name]?.(app)) as { status: number; body: unknown }
    expect([answer.status < 300, answer.status < 300 ? '' : answer.body]).toEqual([true, ''])
    await app.resetByMail()
    await expectClosed(app, await app.enterAsAnn())
  },
)

test('ways 2 and 3: a link that was made before the path changed is not trusted either, and a day later links are again', async () => {
  const app = await started()
  await app.call(requestPasswordReset, { body: { email: app.ann.email } })
  await runPutOff(app)
  const token = await newestToken(app, 'user.password.reset_requested')
  await pathChanges['an own server as provider']?.(app)
  await app.call(resetPassword, { body: { token, password: theirs, password_confirmation: theirs } })
  await expectClosed(app, await app.enterAsAnn())

  app.clock.advance(day + 1)
  await app.resetByMail('a-password-of-her-own')
  const ann = await app.enterAsAnn('a-password-of-her-own')
  expect(await ann.visible()).toEqual([app.key])
})

test('ways 2 and 3, with the PIN from before: it opens the codes, and the day opens secrets', async () => {
  const app = await started()
  await pathChanges['an own server as provider']?.(app)
  await app.resetByMail()
  const thief = await app.enterAsAnn()
  await expectClosed(app, thief)
  expect((await thief.call(verifyPin, { body: { pin: testPin } })).status).toBe(200)
  expect(await thief.visible()).toEqual([app.key])
  await expectClosed(app, thief, { codesToo: false })
  app.clock.advance(day + 1)
  const ann = await app.enterAsAnn()
  await ann.enterPin()
  expect((await ann.call(showSecret, { params: { id: app.key } })).body.secret).toBe(secret)
})

test('ways 2 and 3 on an account that never had a key: there is nothing to protect, and e-mail that was just set up recovers it', async () => {
  const app = await started()
  await pathChanges['an own server as provider']?.(app)
  await app.resetByMail(theirs, 'second@example.org')
  const person = await app.enterAsAnn(theirs, 'second@example.org')
  expect((await person.call(generateCodes, {})).status).toBe(200)
  expect((await person.call(beginTotp, { body: { current_password: theirs } })).status).toBe(200)
})

test('an installation without any key is set up without waiting: what is configured then is trusted', async () => {
  const app = await startOffice()
  const answer = await app.admin.call(createProvider, { body: (await useSmtpSink()).provider })
  expect(answer.status).toBe(201)
  expect(await app.db.selectFrom('hands').selectAll().execute()).toEqual([])
})

test('with e-mail over a clean path, the person signs in again after an administrator’s reset and has codes; secrets follow a day later', async () => {
  const app = await startShared()
  await app.admin.call(resetUserPassword, { params: { id: app.id }, body: { new_password: theirs } })
  const entered = await app.enterAsAnn()
  await entered.call(changePassword, {
    body: { current_password: theirs, new_password: 'her-own-password', new_password_confirmation: 'her-own-password' },
  })
  const ann = await app.enterAsAnn('her-own-password')
  expect(await ann.visible()).toEqual([app.key])
  await expectClosed(app, ann, { codesToo: false })
})
