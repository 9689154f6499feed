import { changeProvider, createProvider, getProvider, listProviders, testProvider } from '@twofold/contract/email/providers'
import type { NewProvider } from '@twofold/contract/email/providers'
import { expect, test } from 'vitest'
import { startEmailApp, useSmtpSink } from '../testing/start-email-app.ts'

const secret = 'a-very-secret-password'
const smtp = {
  name: 'Main',
  provider: 'smtp' as const,
  configuration: { host: '10.1.2.3', port: 587, username: 'mailer', password: secret, encryption: 'tls' as const },
  priority: 1,
}
const ses: NewProvider = { name: 'SES', provider: 'ses', configuration: { key: 'AKIDEXAMPLE', secret, region: 'eu-west-1' }, priority: 2 }
const zoho: NewProvider = {
  name: 'Zepto',
  provider: 'zoho',
  configuration: { api_key: secret, from_email: 'vault@example.org' },
  priority: 3,
}

test('a new provider is active and not the default; the list has the default first, then goes by priority', async () => {
  const { admin } = await startEmailApp()
  for (const body of [zoho, smtp, { ...ses, is_default: true }]) {
    const made = await admin.call(createProvider, { body })
    expect(made.status).toBe(201)
    expect(made.body.provider).toMatchObject({ name: body.name, is_active: true, is_default: body.name === 'SES' })
  }
  const { body } = await admin.call(listProviders, {})
  expect(body.success).toBe(true)
  expect(body.providers.map(({ name }) => name)).toEqual(['SES', 'Main', 'Zepto'])
  expect(body.providers[1]).toMatchObject({
    configuration: { host: '10.1.2.3', port: 587, username: 'mailer', encryption: 'tls' },
    has_secret: true,
    daily_limit: null,
    hourly_limit: null,
    emails_sent_today: 0,
    emails_sent_this_hour: 0,
    breaker: { state: 'closed', open_until: null },
    last_error: null,
  })
})

test.each([
  ['Amazon SES', ses],
  ['SMTP', smtp],
  ['ZeptoMail', zoho],
])('the secret of %s is in no answer, in no row and in no log line', async (_, body) => {
  const { admin, db, logged } = await startEmailApp({ logLevel: 'debug' })
  const made = await admin.call(createProvider, { body })
  const { id } = made.body.provider
  const answers = [
    made.body,
    (await admin.call(listProviders, {})).body,
    (await admin.call(getProvider, { params: { id } })).body,
    (await admin.call(changeProvider, { params: { id }, body })).body,
    // The others would be called at home; this one's host is refused before anything is sent.
    ...(body.provider === 'smtp' ? [(await admin.call(testProvider, { body })).body] : []),
  ]
  const rows = await db.selectFrom('email_providers').selectAll().execute()
  expect(rows[0]?.secret).not.toBeNull()
  expect(JSON.stringify(answers)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows[0]?.secret?.toString('latin1')).not.toContain(secret)
  expect(logged()).not.toContain(secret)
})

test('a provider cannot be added without its secret', async () => {
  const { admin } = await startEmailApp()
  const { password: _, ...configuration } = smtp.configuration
  const answer = await admin.call(createProvider, { body: { ...smtp, configuration } })
  expect([answer.status, answer.body.errors]).toEqual([422, { 'configuration.password': ['Please enter the password or key.'] }])
})

test('what an answer shows can be sent back as it is, and changes nothing', async () => {
  const { admin } = await startEmailApp()
  for (const body of [smtp, ses, zoho]) {
    const { provider } = (await admin.call(createProvider, { body: { ...body, daily_limit: 500, hourly_limit: 50 } })).body
    const changed = await admin.send<{ provider: typeof provider }>('PUT', `/api/admin/email/config/${provider.id}`, { body: provider })
    expect([changed.status, changed.body.errors]).toEqual([200, undefined])
    expect({ ...changed.body.provider, updated_at: '' }).toEqual({ ...provider, updated_at: '' })
  }
})

test.each<[what: string, change: NewProvider, field: string]>([
  ['the host', { ...smtp, configuration: { ...smtp.configuration, host: 'evil.example.net', password: '' } }, 'configuration.password'],
  ['the user name', { ...smtp, configuration: { ...smtp.configuration, username: 'other', password: '' } }, 'configuration.password'],
  ['encryption to none', { ...smtp, configuration: { ...smtp.configuration, encryption: 'none', password: '' } }, 'configuration.password'],
  ['the region', { ...ses, configuration: { key: 'AKIDEXAMPLE', region: 'us-east-1' } }, 'configuration.secret'],
  [
    'the endpoint',
    { ...zoho, configuration: { from_email: 'vault@example.org', api_endpoint: 'https://api.zeptomail.eu/v1.1/email' } },
    'configuration.api_key',
  ],
])('changing %s needs the secret again, in the test as well', async (_, change, field) => {
  const { admin, db } = await startEmailApp()
  const before = { smtp, ses, zoho }[change.provider]
  const { id } = (await admin.call(createProvider, { body: before })).body.provider
  const stored = await db.selectFrom('email_providers').selectAll().executeTakeFirstOrThrow()
  const changed = await admin.call(changeProvider, { params: { id }, body: change })
  expect([changed.status, changed.body.code, Object.keys(changed.body.errors ?? {})]).toEqual([422, 'email.secret_required_again', [field]])
  const tried = await admin.call(testProvider, { body: { ...change, id } })
  expect([tried.status, tried.body.code]).toEqual([422, 'email.secret_required_again'])
  expect(await db.selectFrom('email_providers').selectAll().executeTakeFirstOrThrow()).toEqual(stored)
})

test('without a secret the stored one stays, and still works', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  const { id } = (await app.admin.call(createProvider, { body: provider })).body.provider
  const body = { ...provider, name: 'Renamed', configuration: { ...provider.configuration, password: '' } }
  expect((await app.admin.call(changeProvider, { params: { id }, body })).body.provider).toMatchObject({
    name: 'Renamed',
    has_secret: true,
  })
  expect((await app.admin.call(testProvider, { body: { ...body, id } })).body.success).toBe(true)
  expect(sink.mails).toHaveLength(1)
})

test('the type of a provider stays as it is', async () => {
  const { admin } = await startEmailApp()
  const { id } = (await admin.call(createProvider, { body: smtp })).body.provider
  const answer = await admin.call(changeProvider, { params: { id }, body: ses })
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['provider']])
})

test('of many that become the default at once, one is', async () => {
  const { admin } = await startEmailApp()
  const ids = await Promise.all(
    Array.from(
      { length: 6 },
      async (_, index) => (await admin.call(createProvider, { body: { ...smtp, name: `P${index}` } })).body.provider.id,
    ),
  )
  const answers = await Promise.all(ids.map((id) => admin.call(changeProvider, { params: { id }, body: { ...smtp, is_default: true } })))
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200))
  const { providers } = (await admin.call(listProviders, {})).body
  expect(providers.filter(({ is_default }) => is_default)).toHaveLength(1)
})

test('a test signs in and mails the administrator who asks', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  const answer = await app.admin.call(testProvider, { body: provider })
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, message: 'Configuration test passed! Provider is working correctly.' },
  ])
  expect(sink.mails.map(({ to, parsed }) => [to, parsed.subject])).toEqual([
    [['admin@example.org'], 'Test of your e-mail provider – Twofold'],
  ])
  expect(await app.db.selectFrom('email_providers').selectAll().execute()).toEqual([])
})

test('a test that fails says why, and is no failure of the call', async () => {
  const app = await startEmailApp()
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
  expect(elsewhere.body.message).toContain('not a public host')
  expect(sink.mails).toEqual([])
})

test('mail that waited for a provider is due when one becomes active, by adding it or by switching it on', async () => {
  const app = await startEmailApp()
  const later = new Date(app.clock.now() + 3_600_000)
  const waiting = { queue: 'due' as const, due_at: later, outgoing: Buffer.from('sealed') }
  const [none, full, retry] = [
    await app.addMail({ ...waiting, waiting_reason: 'no_provider' }),
    await app.addMail({ ...waiting, waiting_reason: 'no_room:open' }),
    await app.addMail({ ...waiting, waiting_reason: 'retry' }),
  ]
  const due = async () =>
    (await Promise.all([none, full, retry].map((id) => app.mail(id)))).map(({ due_at }) => due_at.getTime() === app.clock.now())
  const { id } = (await app.admin.call(createProvider, { body: { ...smtp, is_active: false } })).body.provider
  expect(await due()).toEqual([false, false, false])
  await app.admin.call(changeProvider, { params: { id }, body: { ...smtp, is_active: true } })
  expect(await due()).toEqual([true, true, false])
})

test('what a provider took today and this hour, and the state of its breaker, are shown; saving it closes the breaker', async () => {
  const app = await startEmailApp({ now: Date.parse('2026-11-20T10:30:00Z') })
  const { id } = (await app.admin.call(createProvider, { body: { ...smtp, daily_limit: 10 } })).body.provider
  const quota = (scale: 'hour' | 'day', starts_at: string, used: number) => ({
    provider_id: id,
    scale,
    starts_at: new Date(starts_at),
    used,
  })
  await app.db
    .insertInto('email_quotas')
    .values([
      quota('day', '2026-11-20T00:00:00Z', 7),
      quota('hour', '2026-11-20T10:00:00Z', 3),
      quota('hour', '2026-11-20T09:00:00Z', 4),
      quota('day', '2026-11-19T00:00:00Z', 9),
    ])
    .execute()
  await app.db
    .updateTable('email_providers')
    .set({ failures: 5, open_until: new Date('2026-11-20T10:31:00Z'), last_error: 'refused', last_error_at: new Date(app.clock.now()) })
    .execute()
  const shown = async () => (await app.admin.call(getProvider, { params: { id } })).body.provider
  expect(await shown()).toMatchObject({
    emails_sent_today: 7,
    emails_sent_this_hour: 3,
    breaker: { state: 'open', open_until: '2026-11-20T10:31:00.000Z' },
    last_error: 'refused',
  })
  app.clock.advance(61_000)
  expect((await shown()).breaker).toEqual({ state: 'probing', open_until: null })
  await app.admin.call(changeProvider, { params: { id }, body: { ...smtp, configuration: { ...smtp.configuration, password: 'mended' } } })
  expect(await shown()).toMatchObject({ breaker: { state: 'closed', open_until: null }, last_error: null, daily_limit: 10 })
})

test('a provider that is not there is 404; a field that is wrong is named as what it is', async () => {
  const { admin } = await startEmailApp()
  const id = '01890a5d-ac96-774b-bcce-b302099a8057'
  expect((await admin.call(getProvider, { params: { id } })).body.code).toBe('email.provider_not_found')
  expect((await admin.call(changeProvider, { params: { id }, body: smtp })).status).toBe(404)
  const wrong = await admin.send('POST', '/api/admin/email/config', {
    body: { ...smtp, priority: 0, daily_limit: 0, surprise: 1, configuration: { ...smtp.configuration, port: 70_000, host: 'a\r\nb' } },
  })
  expect(wrong.status).toBe(422)
  expect(Object.keys(wrong.body.errors ?? {}).sort()).toEqual([
    'configuration.host',
    'configuration.port',
    'daily_limit',
    'priority',
    'surprise',
  ])
})
