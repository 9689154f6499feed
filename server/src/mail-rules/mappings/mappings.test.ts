import {
  changeMapping,
  changeMappingPart,
  createMapping,
  listAvailableEvents,
  listMappingDecisions,
  listMappings,
  removeMapping,
  toggleMapping,
} from '@twofold/contract/mail-rules/mapping-calls'
import { explainMail } from '@twofold/contract/mail-delivery/explanations'
import { testMapping } from '@twofold/contract/mail-delivery/mapping-trials'
import { createProvider } from '@twofold/contract/mail-delivery/providers'
import { addSuppression } from '@twofold/contract/mail-delivery/suppressions'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { type EmailApp, startEmailApp, useSmtpSink } from '../../mail-delivery/testing/start-email-app.ts'

const mappingOf = async (app: EmailApp, event: string) => {
  const { mappings } = (await app.admin.call(listMappings, {})).body
  const found = mappings.find(({ event_name }) => event_name === event)
  if (found === undefined) throw new Error(`${event} is not mapped`)
  return found
}

test('every event there is can be mapped, once, also by its older name, to a template and a provider that exist', async () => {
  const app = await startEmailApp()
  const { events, descriptions } = (await app.admin.call(listAvailableEvents, {})).body
  expect(events).toEqual(Object.keys(eventCatalogue))
  expect(descriptions.find(({ name }) => name === 'key.shared')).toMatchObject({ is_mapped: true, category: 'security', class: 'optional' })
  const create = (body: object) =>
    app.admin.call(createMapping, { body: { event_name: 'user.login', template_slug: 'key-shared', ...body } })
  expect((await create({ event_name: 'user.nothing' })).status).toBe(422)
  expect((await create({ template_slug: 'no-such' })).status).toBe(422)
  expect((await create({ provider_id: crypto.randomUUID() })).status).toBe(422)
  const answers = await Promise.all([create({}), create({}), create({})])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 201)?.body.missing_variables).toContain('key.name')
  const again = await create({ event_name: 'user.register' })
  expect([again.status, again.body]).toMatchObject([409, { code: 'email.event_mapped' }])
})

test('conditions that are not known, or of another kind, are refused', async () => {
  const app = await startEmailApp()
  for (const conditions of [{ surprise: true }, { cooldown: 'x' }, { quiet_hours: { from: '22:00', to: '6', time_zone: 'UTC' } }]) {
    const answer = await app.admin.send('POST', '/api/admin/email/event-mappings', {
      body: { event_name: 'user.login', template_slug: 'key-shared', conditions },
    })
    expect(answer.status).toBe(422)
  }
})

test('a mapping is changed as a whole or in part, toggled and removed', async () => {
  const app = await startEmailApp()
  const { id } = await mappingOf(app, 'key.shared')
  const params = { id }
  expect((await app.admin.call(toggleMapping, { params })).body).toMatchObject({
    message: 'Event mapping disabled',
    mapping: { is_active: false },
  })
  expect((await app.admin.call(changeMappingPart, { params, body: { is_active: true } })).body.message).toBe('Event mapping enabled')
  const whole = { ...(await mappingOf(app, 'key.shared')), template_slug: 'pin-changed', conditions: { cooldown: 60 } }
  const { body } = await app.admin.call(changeMapping, { params, body: whole })
  expect(body.mapping).toMatchObject({ template_slug: 'pin-changed', conditions: { cooldown: 60 }, event_name: 'key.shared' })
  expect((await app.admin.call(removeMapping, { params })).status).toBe(200)
  expect((await app.admin.call(toggleMapping, { params })).status).toBe(404)
})

test('a mapping that somebody else has changed meanwhile is not changed back', async () => {
  const app = await startEmailApp()
  const read = { ...(await mappingOf(app, 'key.shared')), template_slug: 'key-shared' }
  const params = { id: read.id }
  app.clock.advance(1000)
  expect((await app.admin.call(changeMapping, { params, body: { ...read, description: 'Theirs' } })).status).toBe(200)
  const late = await app.admin.call(changeMapping, {
    params,
    body: { ...read, template_slug: 'pin-changed', unchanged_since: read.updated_at },
  })
  expect([late.status, late.body]).toMatchObject([409, { code: 'email.changed_meanwhile' }])
  expect(await mappingOf(app, 'key.shared')).toMatchObject({ description: 'Theirs', template_slug: 'key-shared' })
})

test('e-mail that accounts depend on can be given another template, but not switched off, removed or disabled by a condition', async () => {
  const app = await startEmailApp()
  const params = { id: (await mappingOf(app, 'user.email_verification')).id }
  expect((await app.admin.call(toggleMapping, { params })).status).toBe(409)
  expect((await app.admin.call(removeMapping, { params })).status).toBe(409)
  for (const conditions of [{ enabled: false }, { when: { 'user.name': 'nobody' } }]) {
    expect((await app.admin.call(changeMappingPart, { params, body: { conditions } })).status).toBe(409)
  }
  expect((await app.admin.call(changeMappingPart, { params, body: { template_slug: 'pin-changed' } })).status).toBe(200)
})

test('the test of a mapping sends its template with samples of its event to the administrator who asks', async () => {
  const app = await startEmailApp({ work: true })
  const { sink, provider } = await useSmtpSink()
  await app.admin.call(createProvider, { body: provider })
  const { id } = await mappingOf(app, 'key.shared')
  const { body } = await app.admin.call(testMapping, { params: { id }, body: { data: { 'key.name': 'The vault' } } })
  expect(body).toMatchObject({ success: true, status: 'sent' })
  const mails = await sink.received(2)
  const mail = mails.find(({ parsed }) => parsed.html?.includes('The vault'))
  expect(mail?.to).toEqual(['admin@example.org'])
})

test('the reasons why an event is sent to somebody or not: every check, the providers with their room, and the e-mail; nothing is sent', async () => {
  const app = await startEmailApp()
  const { provider } = await useSmtpSink()
  await app.signUp('bo@example.org')
  const explain = async (body: object = {}) =>
    (await app.admin.call(explainMail, { body: { event_name: 'key.shared', email: 'bo@example.org', ...body } })).body
  await app.admin.call(createProvider, { body: { ...provider, hourly_limit: 5 } })
  const sent = await explain()
  expect(sent).toMatchObject({ is_sent: true, reason: 'sent', recipient: { is_known: true } })
  expect(sent.providers).toMatchObject([{ name: 'Main', state: 'chosen', detail: '5 of 5 left this hour' }])
  expect(sent.mail?.subject).toBeTruthy()
  expect((await fetch(app.url + (sent.mail?.preview_url ?? ''))).status).toBe(200)
  await app.admin.call(addSuppression, { body: { email: 'bo@example.org' } })
  expect(await explain()).toMatchObject({ is_sent: false, reason: 'suppression' })
  expect(await explain({ email: 'nobody@example.org' })).toMatchObject({ is_sent: false, reason: 'recipient' })
  const { id } = (await app.admin.call(createMapping, { body: { event_name: 'key.created', template_slug: 'key-shared' } })).body.mapping
  await app.admin.call(changeMappingPart, {
    params: { id },
    body: { conditions: { when: { 'key.name': 'Other' }, quiet_hours: { from: '22:00', to: '06:00', time_zone: 'UTC' } } },
  })
  const other = { event_name: 'key.created', email: 'admin@example.org', at: '2026-11-20T23:00:00Z' }
  expect(await explain(other)).toMatchObject({ is_sent: false, reason: 'when' })
  expect(await explain({ ...other, data: { 'key.name': 'Other' } })).toMatchObject({
    is_sent: true,
    waits_until: '2026-11-21T06:00:00.000Z',
  })
  await app.admin.call(changeMappingPart, { params: { id }, body: { conditions: { cooldown: 3600 } } })
  const decision = { event_name: 'key.created', recipient_email: 'admin@example.org', reason: 'sent', trace: '[]' }
  const decided_at = new Date('2026-11-20T12:00:00Z')
  await app.db
    .insertInto('email_decisions')
    .values({ ...decision, id: uuid(), event_id: uuid(), outcome: 'sent', decided_at })
    .execute()
  // A later e-mail must not have delayed an earlier one.
  const reasons = []
  for (const time of ['11:00', '12:30', '13:00']) reasons.push((await explain({ ...other, at: `2026-11-20T${time}:00Z` })).reason)
  expect(reasons).toEqual(['sent', 'cooldown', 'sent'])
  expect(await app.db.selectFrom('email_logs').selectAll().execute()).toEqual([])
})

test('the decisions about an event are listed with their checks and the e-mail that came of them', async () => {
  const app = await startEmailApp()
  const { id } = await mappingOf(app, 'key.shared')
  expect((await app.admin.call(listMappingDecisions, { params: { id }, query: {} })).body.decisions).toMatchObject({ total: 0, data: [] })
  const trace = [{ check: 'mapping', passed: true, detail: 'The mapping is active' }]
  const decision = { event_name: 'key.shared', mapping_id: id, recipient_email: 'bo@example.org', trace: JSON.stringify(trace) }
  const decided_at = app.clock.date()
  const [sentId, otherId] = [crypto.randomUUID(), crypto.randomUUID()]
  await app.db
    .insertInto('email_decisions')
    .values([
      { ...decision, id: sentId, event_id: crypto.randomUUID(), outcome: 'sent', reason: 'sent', decided_at },
      { ...decision, id: otherId, event_id: crypto.randomUUID(), outcome: 'not_sent', reason: 'when', decided_at },
    ])
    .execute()
  const log = await app.addMail({ decision_id: sentId, mapping_id: id })
  const { decisions } = (await app.admin.call(listMappingDecisions, { params: { id }, query: { outcome: 'sent' } })).body
  expect(decisions).toMatchObject({ total: 1, data: [{ id: sentId, email_log_id: log, trace }] })
})
