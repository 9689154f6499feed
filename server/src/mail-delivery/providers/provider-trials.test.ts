import { getSystemHealth } from '@twofold/contract/admin/health'
import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { createProvider, getProvider, listProviders, testProvider } from '@twofold/contract/mail-delivery/providers'
import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import { expect, test } from 'vitest'
import { sealContent } from '../delivery/mail-content.ts'
import { shareApp } from '../../testing/share-app.ts'
import { deliverDue } from '../testing/deliver-due.ts'
import { startEmailApp, useSmtpSink } from '../testing/start-email-app.ts'

const shared = shareApp((options) => startEmailApp({ logLevel: 'debug', ...options }))

test('a test signs in and sends an e-mail to the administrator who asks', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  const answer = await app.admin.call(testProvider, { body: provider })
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { success: true, message: 'Configuration test passed! Provider is working correctly.' },
  ])
  expect(sink.mails.map(({ to, parsed }) => [to, parsed.subject])).toEqual([
    [['admin@example.org'], 'Test of your e-mail provider – Twofold'],
  ])
  expect(await app.db.selectFrom('email_providers').selectAll().execute()).toEqual([])
})

test('a test is in the language that the administrator chose for e-mails', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  await app.db.updateTable('users').set({ language: 'de' }).where('email', '=', 'admin@example.org').execute()
  await app.admin.call(testProvider, { body: provider })
  const [mail] = sink.mails
  expect(mail?.parsed.subject).toBe('Test Ihres E-Mail-Anbieters – Twofold')
  expect(mail?.parsed.text).toContain('Wenn Sie sie lesen, funktioniert der Anbieter.')
  expect(mail?.parsed.text).toMatch(/am \d{1,2}\. \p{L}+ \d{4} um \d{2}:\d{2}:\d{2} UTC/u)
})

test('a test that fails says why, and is no failure of the call', async () => {
  const app = shared()
  const { sink, provider } = await useSmtpSink()
  const wrong = await app.admin.call(testProvider, {
    body: { ...provider, configuration: { ...provider.configuration, password: 'not-this-one' } },
  })
  expect([wrong.status, wrong.body.success]).toEqual([200, false])
  expect(wrong.body.message).toMatch(/authentication/i)
  const elsewhere = await app.admin.call(testProvider, {
    body: { ...provider, configuration: { ...provider.configuration, host: '10.0.0.1' } },
  })
  expect([elsewhere.status, elsewhere.body.success]).toEqual([200, false])
  // Its remedy stands there once.
  expect(elsewhere.body.message).toBe(
    'Connections to this address are not allowed. Check Host. 10.0.0.1 is not a public host. If it is yours, list it in EMAIL_ALLOW_PRIVATE_HOSTS.',
  )
  expect(sink.mails).toEqual([])
})

test('a test that fails names the settings to change', async () => {
  const app = shared()
  const { sink, provider } = await useSmtpSink({ tls: 'none' })
  const trial = async (changes: Partial<typeof provider.configuration> | { encryption: 'tls' | 'ssl' }) => {
    const configuration = { ...provider.configuration, ...changes }
    const { body } = await app.admin.call(testProvider, { body: { ...provider, configuration } })
    return { success: body.success, fields: body.fields?.map((field) => field.replace('configuration.', '')), message: body.message }
  }
  expect(await trial({ password: 'wrong' })).toMatchObject({
    success: false,
    fields: ['username', 'password'],
    message: expect.stringMatching(/Check Username and Password\..*5\.7\.8/) as string,
  })
  expect(await trial({ encryption: 'tls' })).toMatchObject({ fields: ['encryption', 'port'] })
  expect(await trial({ encryption: 'ssl' })).toMatchObject({ fields: ['encryption', 'port'] })
  expect(await trial({ port: 9 })).toMatchObject({
    fields: ['host', 'port'],
    message: expect.stringContaining('Check Host and Port') as string,
  })
  expect(await trial({ host: 'no-such-host.invalid' })).toMatchObject({ fields: ['host'] })
  expect(await trial({ host: '10.0.0.1' })).toMatchObject({ fields: ['host'] })
  sink.misbehave([{ stage: 'mail', answer: 553, text: '5.1.8 Sender address rejected' }])
  expect(await trial({})).toMatchObject({ fields: ['from_email'] })
  sink.misbehave([{ stage: 'recipient', answer: 550, text: '5.7.1 Relaying denied' }])
  expect(await trial({})).toMatchObject({ fields: ['from_email', 'username'] })
  sink.misbehave([])
  expect(await trial({})).toMatchObject({ success: true })
})

test('a provider without a From address that e-mail can be from fails its test, is not chosen, and counts nowhere as working', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  const { from_email: _from, ...configuration } = provider.configuration
  const unsent = { ...provider, configuration }
  const { body: tested } = await app.admin.call(testProvider, { body: unsent })
  expect(tested).toMatchObject({ success: false, fields: ['configuration.from_email'] })
  expect(tested.message).toContain('From address')
  const { id, has_sender } = (await app.admin.call(createProvider, { body: unsent })).body.provider
  expect(has_sender).toBe(false)
  const outgoing = sealContent(app.crypto, '01890a5d-ac96-774b-bcce-b302099a8057', 'outgoing', {
    html: 'x',
    text: 'x',
    replyTo: null,
    headers: {},
  })
  const mail = await app.addMail({ id: '01890a5d-ac96-774b-bcce-b302099a8057', queue: 'due', outgoing })
  const working = async () => ({
    taken: await deliverDue(app.mailDelivery.delivery, 10),
    dashboard: (await app.admin.call(getEmailStatistics, {})).body.statistics.active_providers,
    health: (await app.admin.call(getSystemHealth, {})).body.checks.find(({ name }) => name === 'providers')?.value,
    chosen: (await app.admin.call(explainMail, { body: { event_name: 'user.registered', email: 'admin@example.org' } })).body.providers[0]
      ?.state,
  })
  expect(await working()).toEqual({ taken: 0, dashboard: 0, health: '0 of 1 working', chosen: 'no sender' })
  expect((await app.mail(mail)).waiting_reason).toBe('no_provider')
  await app.admin.call(changeEmailSettings, { body: { sender: { from_email: 'vault@localhost.localdomain' } } })
  expect(await working()).toMatchObject({ taken: 0, dashboard: 0 })
  expect((await app.admin.call(listProviders, {})).body.has_sender).toBe(false)
  await app.admin.call(changeEmailSettings, { body: { sender: { from_email: 'vault@example.org' } } })
  expect(await working()).toEqual({ taken: 1, dashboard: 1, health: '1 of 1 working', chosen: 'chosen' })
  expect((await app.admin.call(getProvider, { params: { id } })).body.provider.has_sender).toBe(true)
  expect((await app.admin.call(listProviders, {})).body.has_sender).toBe(true)
  expect(sink.mails).toHaveLength(1)
})
