import { getMailLog } from '@twofold/contract/mail-log/logs'
import {
  changeProvider,
  createProvider,
  deleteProvider,
  getProvider,
  getProviderUse,
  listProviders,
} from '@twofold/contract/mail-delivery/providers'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { createQueueRepository } from '../delivery/queue.repository.ts'
import { shareApp } from '../../testing/share-app.ts'
import { startEmailApp, useSmtpSink } from '../testing/start-email-app.ts'
import { smtp, ses, zoho } from '../testing/sample-providers.ts'

const shared = shareApp(startEmailApp)

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

test('the answer about a provider can be sent back as it is, and changes nothing', async () => {
  const { admin } = shared()
  for (const body of [smtp, ses, zoho]) {
    const { provider } = (await admin.call(createProvider, { body: { ...body, daily_limit: 500, hourly_limit: 50 } })).body
    const changed = await admin.send<{ provider: typeof provider }>('PUT', `/api/admin/email/config/${provider.id}`, { body: provider })
    expect([changed.status, changed.body.errors]).toEqual([200, undefined])
    expect({ ...changed.body.provider, updated_at: '' }).toEqual({ ...provider, updated_at: '' })
  }
})

test('a provider that somebody else has changed meanwhile is not changed back, nor made the default again', async () => {
  const { admin, clock } = shared()
  const { provider } = (await admin.call(createProvider, { body: { ...ses, is_default: true } })).body
  const params = { id: provider.id }
  const put = (change: object) =>
    admin.send<{ code: string }>('PUT', `/api/admin/email/config/${provider.id}`, {
      body: { ...provider, unchanged_since: provider.updated_at, ...change },
    })
  clock.advance(1000)
  await admin.call(createProvider, { body: { ...zoho, is_default: true } })
  expect(await put({ is_active: false })).toMatchObject({ status: 409, body: { code: 'email.changed_meanwhile' } })
  expect((await admin.call(getProvider, { params })).body.provider).toMatchObject({ is_active: true, is_default: false })
})

test('the type of a provider stays as it is', async () => {
  const { admin } = shared()
  const { id } = (await admin.call(createProvider, { body: smtp })).body.provider
  const answer = await admin.call(changeProvider, { params: { id }, body: ses })
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ['provider']])
})

test('many become the default at once: one is', async () => {
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

test('e-mail that waited for a provider is due when one becomes active, by adding it or by switching it on', async () => {
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

test('the e-mails that a provider took today and this hour, and the state of its breaker, are shown; saving it closes the breaker', async () => {
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
    .set({ failures: 5, open_until: new Date('2026-11-20T10:31:00Z'), last_error: 'refused', last_error_at: app.clock.date() })
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
  const { admin } = shared()
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

test('deleting a provider says what depends on it, takes its secret, and lets e-mail go by another one', async () => {
  const app = await startEmailApp()
  const { sink, provider } = await useSmtpSink()
  const { id } = (await app.admin.call(createProvider, { body: { ...provider, is_default: true } })).body.provider
  await app.db.updateTable('email_mappings').set({ provider_id: id }).where('event_name', '=', 'key.shared').execute()
  await app.db.updateTable('email_templates').set({ provider_id: id }).where('slug', '=', 'key-shared').execute()
  const waiting = await app.addMail({ queue: 'due', preferred_provider_id: id, outgoing: Buffer.from('sealed') })
  const sent = await app.addMail({ provider_id: id, provider_kind: 'smtp', preferred_provider_id: id, sent_at: app.clock.date() })
  const claimed = await app.addMail({
    queue: 'claimed',
    lease_until: new Date(app.clock.now() + 60_000),
    fence: 1,
    outgoing: Buffer.from('x'),
  })
  const attempt = { id: uuid(), log_id: claimed, number: 1, provider_id: id, provider_name: 'Main', started_at: app.clock.date() }
  const queue = createQueueRepository(app.db)
  expect(await queue.begin(attempt, 1, app.clock.date())).toBe(true)

  const { use } = (await app.admin.call(getProviderUse, { params: { id } })).body
  expect(use).toEqual({
    mails_waiting: 1,
    mails_under_way: 1,
    mappings: ['key.shared'],
    templates: [expect.any(String) as string],
    is_default: true,
    is_last_working: true,
  })
  const answers = await Promise.all([
    app.admin.call(deleteProvider, { params: { id } }),
    app.admin.call(deleteProvider, { params: { id } }),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])

  // A hand-over in progress is recorded anyway.
  const acceptance = {
    attempt,
    fence: 1,
    provider_kind: 'smtp',
    provider_message_id: null,
    response: '250 OK',
    accepted_at: app.clock.date(),
  }
  expect(await queue.accept(acceptance)).toBe(true)
  expect((await app.admin.call(getMailLog, { params: { id: claimed } })).body.log).toMatchObject({ status: 'sent', provider_name: 'Main' })
  expect((await app.admin.call(getMailLog, { params: { id: sent } })).body.log.provider_name).toBe('Main')
  expect((await app.mail(waiting)).preferred_provider_id).toBeNull()
  const named = await app.db.selectFrom('email_mappings').select('id').where('provider_id', 'is not', null).execute()
  expect(named).toEqual([])
  expect(await app.db.selectFrom('email_providers').select(['secret', 'configuration', 'is_default']).execute()).toEqual([
    { secret: null, configuration: {}, is_default: false },
  ])
  expect((await app.admin.call(listProviders, {})).body.providers).toEqual([])
  for (const call of [getProvider, getProviderUse, deleteProvider]) {
    expect((await app.admin.call(call, { params: { id } })).status).toBe(404)
  }
  expect((await app.admin.call(changeProvider, { params: { id }, body: provider })).status).toBe(404)
  const audit = await app.db
    .selectFrom('audit_log')
    .select(['target_name', 'before'])
    .where('action', '=', 'email.provider_deleted')
    .execute()
  expect(audit).toEqual([
    { target_name: 'Main', before: expect.objectContaining({ mails_waiting: 1, mappings: ['key.shared'] }) as object },
  ])
  expect(JSON.stringify(audit)).not.toContain('smtp-secret')
  expect(sink.mails).toEqual([])
})
