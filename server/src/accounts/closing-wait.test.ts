import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { generateCodes } from '@twofold/contract/codes'
import { makeResetLink, updateUser } from '@twofold/contract/admin/users'
import { resetPassword, stopClosing } from '@twofold/contract/links'
import { scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { day, started, type Started, theirs } from '../testing/insiders.ts'
import { eventsOf } from '../testing/queued-events.ts'

/* Waiting opens an account only where its person could have objected: each test is a way to keep them from it. */

const hour = 60 * 60 * 1000

/** The administrator makes a link to a new password and follows it. */
async function takeOver(app: Started) {
  const { body } = await app.admin.call(makeResetLink, { params: { id: app.id }, body: { delivery: 'link' } })
  const token = body.link?.split('#token=')[1] ?? ''
  await app.call(resetPassword, { body: { token, password: theirs, password_confirmation: theirs } })
}

/** The same, and they sign in as Ann. */
async function enter(app: Started) {
  await takeOver(app)
  return app.enterAsAnn()
}

/** Time passes, with what is done every minute done every hour. */
async function pass(app: Started, hours: number) {
  for (let count = 0; count < hours; count += 1) {
    app.clock.advance(hour)
    await app.closingWait.look()
  }
}

/** The e-mail that tells of it was taken by a provider. */
async function notify(app: Started, { email = app.ann.email, bounced = false } = {}) {
  const id = uuid()
  const at = app.clock.date()
  const mail = { event_name: 'user.account.closed', category: 'account', class: 'account', subject: 'Closed', queue: 'done' } as const
  await app.db
    .insertInto('email_logs')
    .values({
      ...mail,
      id,
      recipient_email: email,
      message_id: `<${id}@example.org>`,
      due_at: at,
      created_at: at,
      sent_at: at,
      ...(bounced ? { bounced_at: at } : {}),
    })
    .execute()
  await app.closingWait.look()
}

/** Codes of Ann's in the session; undefined: they are closed. */
async function codesOf(app: Started, thief: Started['ann']) {
  // Sessions end with the days that pass here.
  await app.db
    .updateTable('sessions')
    .set({ idle_expires_at: new Date(app.clock.now() + day), expires_at: new Date(app.clock.now() + day) })
    .execute()
  const { body } = await thief.call(generateCodes, {})
  return body.code === 'keys.codes_closed' ? undefined : body.codes.length
}

const notices = async (app: Started) => (await eventsOf(app, 'user.account.closed')).length

async function expectADayOnceNotified(app: Started, thief: Started['ann']) {
  await notify(app)
  await pass(app, 23)
  expect(await codesOf(app, thief)).toBeUndefined()
  await pass(app, 2)
  expect(await codesOf(app, thief)).toBe(1)
}

test('way 7, e-mail switched off first: waiting opens nothing before the person was notified, who then has the whole time', async () => {
  const app = await started()
  await app.db.updateTable('email_providers').set({ is_active: false }).execute()
  const thief = await enter(app)
  await pass(app, 72)
  expect(await codesOf(app, thief)).toBeUndefined()
  // A link that ends before it was read is no use: each day there is another one.
  expect(await notices(app)).toBeGreaterThanOrEqual(3)
  await expectADayOnceNotified(app, thief)
})

test('way 8, through a server of their own: a notice sent there does not count, and is sent again once the way is clean', async () => {
  const app = await started()
  await app.admin.call(createProvider, { body: (await useSmtpSink()).provider })
  app.clock.advance(1)
  const thief = await enter(app)
  await notify(app)
  const first = await notices(app)
  await pass(app, 23)
  expect([await codesOf(app, thief), await notices(app)]).toEqual([undefined, first])
  await pass(app, 2)
  expect([await codesOf(app, thief), await notices(app)]).toEqual([undefined, first + 1])
  await expectADayOnceNotified(app, thief)
})

test('way 9, an address that was made to bounce: an e-mail that bounces notifies nobody', async () => {
  const app = await started()
  await takeOver(app)
  // Without e-mail, the sign-in asks for no second step.
  const switchMail = (to: boolean) => app.db.updateTable('email_providers').set({ is_active: to }).execute()
  await switchMail(false)
  const thief = await app.enterAsAnn()
  await switchMail(true)
  await notify(app, { bounced: true })
  await pass(app, 48)
  expect(await codesOf(app, thief)).toBeUndefined()
})

test('way 10, the address put on the list of those that get no e-mail: the person is notified all the same', async () => {
  const app = await started({ work: true })
  const { provider, sink } = await useSmtpSink()
  await app.db.deleteFrom('email_providers').execute()
  await app.admin.call(createProvider, { body: provider })
  await app.admin.call(addSuppression, { body: { email: app.ann.email } })
  await takeOver(app)
  await expect
    .poll(() => sink.mails.filter(({ parsed }) => parsed.text?.includes('/stop#')).flatMap(({ to }) => to))
    .toContain(app.ann.email)
})

test('way 11, another address: the previous address has to be notified, not only the new one', async () => {
  const app = await started()
  await app.admin.call(updateUser, { params: { id: app.id }, body: { name: 'Ann Example', email: 'thief@example.org' } })
  await notify(app, { email: 'thief@example.org' })
  await pass(app, 48)
  expect(await codesOf(app, app.ann)).toBeUndefined()
  await notify(app)
  await pass(app, 25)
  expect(await codesOf(app, app.ann)).toBe(1)
})

test('way 12, maintenance: an objection is heard meanwhile', async () => {
  const app = await started()
  await takeOver(app)
  const [event] = await eventsOf(app, 'user.account.closed')
  const begun = await app.admin.call(scheduleMaintenance, {
    body: {
      starts_at: new Date(app.clock.now() + 60_000).toISOString(),
      ends_at: new Date(app.clock.now() + 20 * hour).toISOString(),
      message: '',
    },
  })
  expect(begun.status).toBe(201)
  app.clock.advance(hour)
  expect((await app.second.call(generateCodes, {})).status).toBe(503)
  const token = String(event?.data['link.url']).split('#token=')[1] ?? ''
  expect((await app.call(stopClosing, { body: { token } })).status).toBe(200)
})

test('an account where no e-mail was ever set up waits for no notice, and keeps the time that was set', async () => {
  const app = await started()
  await app.db.deleteFrom('email_providers').execute()
  const thief = await enter(app)
  await pass(app, 25)
  expect(await codesOf(app, thief)).toBe(1)
})
