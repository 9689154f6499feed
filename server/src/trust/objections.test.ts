import { resetUserPassword } from '@twofold/contract/admin/users'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { generateCodes } from '@twofold/contract/codes'
import { resetPassword } from '@twofold/contract/links'
import { getCurrentUser, requestPasswordReset } from '@twofold/contract/sessions'
import { getClosing, proveAccount } from '@twofold/contract/trust'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { expect, test } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { eventsOf, newestToken, runPutOff } from '../testing/queued-events.ts'
import { testPin } from '../testing/start-test-app.ts'
import { day, started, theirs } from '../testing/insiders.ts'
import { move, stop, withoutMail } from './testing/stop-links.ts'

test('Stop this takes no sign-in, works once, and shuts every session to all but a proof', async () => {
  const app = await started()
  await withoutMail(app)
  await app.admin.call(resetUserPassword, { params: { id: app.id }, body: { new_password: theirs } })
  const entered = await app.enterAsAnn(await app.replacePassword(theirs))
  expect((await stop(app)).status).toBe(200)
  expect((await stop(app)).body.code).toBe('links.used')
  for (const [method, path] of [
    ['GET', '/api/keys'],
    ['GET', '/api/keys/generate-codes'],
    ['GET', '/api/profile'],
    ['PUT', '/api/profile/password'],
    ['DELETE', '/api/profile'],
  ] as const)
    expect([path, (await entered.send<object>(method, path, { body: method === 'GET' ? undefined : {} })).body.code]).toEqual([
      path,
      'auth.account_stopped',
    ])
  expect((await entered.call(getCurrentUser, {})).body).toMatchObject({ is_stopped: true })
  const closing = (await entered.call(getClosing, {})).body.closing
  expect(closing).toMatchObject({ is_stopped: true, codes_until: null, proofs: ['pin'] })
})

test('administrators are notified by e-mail and on the page when somebody objects', async () => {
  const app = await started()
  await move(app)
  await stop(app)
  const notice = (await eventsOf(app, 'admin.system.alert')).find(({ data }) => data['alert.type'] === 'account')
  expect(notice?.data['alert.message']).toMatch(/^Ann Example objected to what was done/)
  await app.notifications.hear({
    id: crypto.randomUUID(),
    name: 'admin.system.alert',
    time: app.clock.date().toISOString(),
    data: notice?.data ?? {},
  })
  const { notifications } = (await app.admin.call(listNotifications, { query: {} })).body
  expect(notifications.map(({ message, link }) => [message, link])).toEqual([[notice?.data['alert.message'], '/admin/users']])
})

test('a stopped account does not open by waiting, not even for those who change the way of e-mail first; what is from before opens it', async () => {
  const app = await started()
  await move(app, { name: 'Ann Example', email: 'thief@example.org' })
  expect((await stop(app, 1)).status).toBe(200)
  app.clock.advance(10 * day)
  await app.resetByMail(theirs, 'thief@example.org')
  const thief = await app.enterAsAnn(theirs, 'thief@example.org')
  expect((await thief.call(generateCodes, {})).body.code).toBe('auth.account_stopped')
  const wrong = await thief.call(proveAccount, { body: { method: 'password', password: theirs } })
  expect([wrong.status, wrong.body.errors]).toEqual([422, { password: [expect.stringContaining('newer than what closed the account')] }])
  expect((await thief.call(proveAccount, { body: { method: 'pin', pin: testPin } })).status).toBe(200)
  expect(await thief.visible()).toEqual([app.key])
})

test('the link says when there is nothing left to stop, and ends with the waiting time', async () => {
  const app = await started()
  await move(app)
  await app.ann.call(proveAccount, { body: { method: 'pin', pin: testPin } })
  expect((await stop(app)).body.code).toBe('trust.nothing_to_stop')
  app.clock.advance(day)
  expect((await stop(app, 1)).body.code).toBe('links.expired')
})

test('way 2 before an objection: a provider changed first, then stopped, opens nothing a day later', async () => {
  const app = await started()
  await app.admin.call(createProvider, { body: (await useSmtpSink()).provider })
  await app.resetByMail()
  expect((await stop(app)).status).toBe(200)
  app.clock.advance(2 * day)
  await app.call(requestPasswordReset, { body: { email: app.ann.email } })
  await runPutOff(app)
  const token = await newestToken(app, 'user.password.reset_requested')
  await app.call(resetPassword, { body: { token, password: theirs, password_confirmation: theirs } })
  const thief = await app.enterAsAnn()
  expect((await thief.call(generateCodes, {})).body.code).toBe('auth.account_stopped')
})
