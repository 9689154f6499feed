import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { listSuppressions } from '@twofold/contract/mail-delivery/suppressions'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { sealContent } from '../delivery/mail-content.ts'
import type { NewMailRow } from '../delivery/queue.repository.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { type EmailApp, startEmailApp, useSmtpSink } from '../testing/start-email-app.ts'

/** An e-mail that is due. */
async function queueMail(app: EmailApp, fields: Partial<NewMailRow> = {}): Promise<string> {
  const id = uuid()
  const outgoing = sealContent(app.crypto, id, 'outgoing', { html: '<p>Hello</p>', text: 'Hello', replyTo: null, headers: {} })
  return app.addMail({ id, queue: 'due', outgoing, message_id: `<${id}@vault.example.net>`, ...fields })
}

test('every e-mail says that a program made it, and has its Message-ID in the domain that it is from', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  await app.mailDelivery.providers.create(provider)
  const id = await queueMail(app)
  await deliverDue(app.mailDelivery.delivery, 1)
  const [mail] = sink.mails
  expect(mail?.parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  expect(mail?.parsed.messageId).toBe(`<${id}@example.org>`)
  expect((await app.mail(id)).message_id).toBe(`<${id}@example.org>`)
})

test('a copy of an e-mail that may be out keeps its Message-ID, also where another provider sends it from another domain', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  const { id: first } = await app.mailDelivery.providers.create(provider)
  const id = await queueMail(app, { class: 'security' })
  sink.misbehave([{ stage: 'data', drop: true }])
  await deliverDue(app.mailDelivery.delivery, 1)
  sink.misbehave([])
  await app.mailDelivery.providers.remove(first)
  await app.mailDelivery.providers.create({ ...provider, configuration: { ...provider.configuration, from_email: 'vault@example.com' } })
  app.clock.advance(60_000)
  await deliverDue(app.mailDelivery.delivery, 1)
  expect(sink.mails.map(({ from, parsed }) => [from, parsed.messageId])).toEqual([
    ['vault@example.org', `<${id}@example.org>`],
    ['vault@example.com', `<${id}@example.org>`],
  ])
})

test('an e-mail about a request leads to the profile, where the person can open it, and to another administrator otherwise', async () => {
  const app = await startEmailApp()
  await app.signUp('bo@example.org')
  const body = { event_name: 'user.request.changed', email: 'bo@example.org' }
  const textOf = async () => (await app.admin.call(explainMail, { body })).body.mail?.text_content
  expect(await textOf()).toContain('you can stop it in your profile')
  await app.db.updateTable('users').set({ is_active: false }).where('email', '=', body.email).execute()
  const text = await textOf()
  expect(text).toContain('contact another administrator')
  expect(text).not.toContain('/profile')
})

test('answers go to the Reply-To address of the settings, once there is one', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  await app.mailDelivery.providers.create(provider)
  await queueMail(app)
  await deliverDue(app.mailDelivery.delivery, 1)
  const saved = await app.admin.call(changeEmailSettings, { body: { sender: { reply_to: 'help@example.com' } } })
  expect(saved.body.settings.sender.reply_to).toBe('help@example.com')
  await queueMail(app)
  await deliverDue(app.mailDelivery.delivery, 1)
  expect(sink.mails.map(({ parsed }) => parsed.replyTo?.map(({ address }) => address))).toEqual([undefined, ['help@example.com']])
  for (const reply_to of [
    'help',
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'a\0@example.org',
    ['a@example.org'],
  ]) {
    const refused = await app.admin.send('PUT', '/api/admin/email/settings', { body: { sender: { reply_to } } })
    expect([reply_to, refused.status]).toEqual([reply_to, 422])
  }
})

test('an address whose server says that it is dead is suppressed with the reply; after any other refusal it is not', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  await app.mailDelivery.providers.create(provider)
  const dead = ['5.1.1 No such user', '5.1.2 Bad destination', '5.1.10 Null MX', '5.2.1 Mailbox disabled']
  const alive = [
    '5.1.100 Other',
    '5.1.3 Bad syntax',
    '5.2.2 Mailbox full',
    '5.7.1 Not allowed',
    'No such user 5.1.1',
    '5.1.1.9 Odd',
    '15.1.1',
  ]
  for (const [index, text] of [...dead, ...alive].entries()) {
    sink.misbehave([{ stage: 'recipient', answer: 550, text }])
    await queueMail(app, { recipient_email: `person-${index}@example.org` })
    await deliverDue(app.mailDelivery.delivery, 1)
  }
  sink.misbehave([{ stage: 'recipient', answer: 450, text: '5.1.1 Try later' }])
  await queueMail(app, { recipient_email: 'later@example.org' })
  await deliverDue(app.mailDelivery.delivery, 1)
  sink.misbehave([{ stage: 'mail', answer: 550, text: '5.1.1 You do not exist' }])
  await queueMail(app, { recipient_email: 'sender@example.org' })
  await deliverDue(app.mailDelivery.delivery, 1)
  const { data } = (await app.admin.call(listSuppressions, { query: {} })).body.suppressions
  const shown = data.map(({ email, reason, detail }) => [email, reason, detail]).toSorted(([a], [b]) => String(a).localeCompare(String(b)))
  expect(shown).toEqual(dead.map((text, index) => [`person-${index}@example.org`, 'bounce', `550 ${text}`]))
  expect(data.every(({ log_id }) => log_id !== null)).toBe(true)
  const [entry] = data
  expect((await app.mail(entry?.log_id ?? '')).status).toBe('failed')
})
