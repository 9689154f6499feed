import { eventCatalogue } from '@twofold/contract/event-catalogue'
import type { MappingConditions } from '@twofold/contract/mail-rules/mappings'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { fanOutJob } from './announce.service.ts'
import { useSmtpSink } from '../testing/start-email-app.ts'
import { eventually } from '../../testing/eventually.ts'

const allowed = { EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1' }

async function addPeople(app: TestApp, count: number, fields: { is_active?: boolean; deleted_at?: Date } = {}) {
  const time = app.clock.date()
  const people = Array.from({ length: count }, () => uuid())
  await app.db
    .insertInto('users')
    .values(
      people.map((id) => {
        const email = `${id}@example.org`
        return { id, email, email_normalized: email, name: 'Bo Sample', created_at: time, updated_at: time, ...fields }
      }),
    )
    .execute()
  return people
}

const share = (app: TestApp, userId: string) =>
  app.transaction((tx) => tx.emit('key.shared', { to: { user_id: userId }, data: eventCatalogue['key.shared'].variables }))

const decisions = (app: TestApp) =>
  app.db.selectFrom('email_decisions').select(['event_name', 'outcome', 'reason']).orderBy('decided_at').orderBy('id').execute()

const setConditions = (app: TestApp, conditions: MappingConditions) =>
  app.db
    .updateTable('email_mappings')
    .set({ conditions: JSON.stringify(conditions) })
    .where('event_name', '=', 'key.shared')
    .execute()

test('an event of a transaction that rolled back makes no e-mail, and no decision', async () => {
  const app = await startTestApp({ work: true })
  const [first = '', second = ''] = await addPeople(app, 2)
  const rolledBack = app.transaction(async (tx) => {
    await tx.emit('key.shared', { to: { user_id: first }, data: eventCatalogue['key.shared'].variables })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await share(app, second)
  await eventually(async () => expect(await app.db.selectFrom('email_logs').select('user_id').execute()).toEqual([{ user_id: second }]))
  expect(await app.db.selectFrom('email_decisions').select('user_id').execute()).toEqual([{ user_id: second }])
})

test('an event for everybody reaches every active person once, batch after batch, also when its jobs run again', async () => {
  const app = await startTestApp({ work: true })
  const people = await addPeople(app, 230)
  await addPeople(app, 3, { is_active: false })
  await addPeople(app, 3, { deleted_at: app.clock.date() })
  await app.transaction((tx) => tx.emit('admin.maintenance.scheduled', { data: eventCatalogue['admin.maintenance.scheduled'].variables }))
  const recipients = async () =>
    (await app.db.selectFrom('email_logs').select('user_id').orderBy('user_id').execute()).map(({ user_id }) => user_id)
  await eventually(async () => expect(await recipients()).toEqual(people.toSorted()))

  const jobs = async () => {
    const { rows } = await sql<{ name: string; state: string; data: object }>`
      select name, state, data from pgboss.job where name in ('event.mail', ${fanOutJob}) order by created_on`.execute(app.db)
    return rows
  }
  const firstRun = await jobs()
  expect(firstRun.map(({ name }) => name)).toEqual(['event.mail', fanOutJob, fanOutJob, fanOutJob])
  for (const { name, data } of firstRun) await app.transaction((tx) => tx.enqueue(name, data))
  await eventually(async () => {
    const states = (await jobs()).map(({ state }) => state)
    // The first one announces its rest again, and so does the rest.
    expect(states.length).toBeGreaterThanOrEqual(firstRun.length + 5)
    expect(new Set(states)).toEqual(new Set(['completed']))
  })
  expect(await recipients()).toEqual(people.toSorted())
})

test('a reset asked for behind 120 notices and an event for everybody is decided on before all but the first batch', async () => {
  const app = await startTestApp({ work: true })
  const people = await addPeople(app, 230)
  const [person = ''] = people
  await app.transaction(async (tx) => {
    await tx.emit('admin.maintenance.scheduled', { data: eventCatalogue['admin.maintenance.scheduled'].variables })
    for (let count = 0; count < 120; count++) {
      await tx.emit('key.shared', { to: { user_id: person }, data: eventCatalogue['key.shared'].variables })
    }
    await tx.emit('user.password.reset_requested', {
      to: { user_id: person },
      data: eventCatalogue['user.password.reset_requested'].variables,
    })
  })
  await eventually(async () => expect(await decisions(app)).toHaveLength(people.length + 121))
  const order = await app.db.selectFrom('email_decisions').select('event_name').orderBy('id').execute()
  const names = order.map(({ event_name }) => event_name).filter((name) => name !== 'admin.maintenance.scheduled')
  expect(names.indexOf('user.password.reset_requested')).toBeLessThan(50)
  const first = order.findIndex(({ event_name }) => event_name === 'user.password.reset_requested')
  expect(order.slice(0, first).filter(({ event_name }) => event_name === 'admin.maintenance.scheduled').length).toBeLessThanOrEqual(100)
})

test('a recipient with a template that fails keeps nobody else back, and gets the e-mail once it is mended', async () => {
  const app = await startTestApp({ work: true })
  const [unlucky = '', ...others] = (await addPeople(app, 130)).toSorted()
  await app.db.updateTable('users').set({ name: 'Unlucky' }).where('id', '=', unlucky).execute()
  const content = (html_content: string) =>
    app.db.updateTable('email_templates').set({ html_content }).where('slug', '=', 'admin-maintenance-scheduled').execute()
  await content('<p>Hello{% if user.name == "Unlucky" %}{% for a in (1..100000000) %}x{% endfor %}{% endif %}</p>')
  await app.transaction((tx) => tx.emit('admin.maintenance.scheduled', { data: eventCatalogue['admin.maintenance.scheduled'].variables }))
  const recipients = async () =>
    (await app.db.selectFrom('email_logs').select('user_id').orderBy('user_id').execute()).map(({ user_id }) => user_id)
  await eventually(async () => expect(await recipients()).toEqual(others))
  await content('<p>Hello</p>')
  await eventually(async () => expect(await recipients()).toEqual([unlucky, ...others]))
})

test('during the cooldown a recipient gets one e-mail of an event, also when it happens many times at once', async () => {
  const app = await startTestApp({ work: true })
  const [person = ''] = await addPeople(app, 1)
  await setConditions(app, { cooldown: 3600 })
  await Promise.all(Array.from({ length: 8 }, () => share(app, person)))
  await eventually(async () => expect(await decisions(app)).toHaveLength(8))
  const reasons = (await decisions(app)).map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason === 'sent')).toHaveLength(1)
  expect(reasons.filter((reason) => reason === 'cooldown')).toHaveLength(7)
  const { trace } = await app.db
    .selectFrom('email_decisions')
    .select('trace')
    .where('reason', '=', 'cooldown')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(trace).toEqual(
    expect.arrayContaining([
      { check: 'mapping', passed: true, detail: 'The mapping is active' },
      { check: 'cooldown', passed: false, detail: 'Cooldown: 60 min left' },
    ]),
  )
  expect(await app.db.selectFrom('email_logs').select('id').execute()).toHaveLength(1)

  app.clock.advance(3_600_000)
  await share(app, person)
  await eventually(async () => expect(await app.db.selectFrom('email_logs').select('id').execute()).toHaveLength(2))
})

test('e-mail of the quiet hours waits for their end, with a trace, and then arrives', async () => {
  const app = await startTestApp({ work: true, now: Date.parse('2026-11-20T23:00:00Z'), env: allowed })
  const { sink, provider } = await useSmtpSink()
  await app.mailDelivery.providers.create(provider)
  const [person = ''] = await addPeople(app, 1)
  await setConditions(app, { quiet_hours: { from: '22:00', to: '07:00', time_zone: 'UTC' } })
  await share(app, person)
  const waiting = () =>
    app.db
      .selectFrom('email_logs')
      .innerJoin('email_decisions', 'email_decisions.id', 'email_logs.decision_id')
      .select(['due_at', 'status', 'trace'])
      .execute()
  await eventually(async () => expect(await waiting()).toHaveLength(1))
  expect(await waiting()).toMatchObject([{ due_at: new Date('2026-11-21T07:00:00Z'), status: 'pending' }])
  expect((await waiting())[0]?.trace).toContainEqual({ check: 'quiet_hours', passed: true, detail: 'Quiet hours: waits 480 min' })
  expect(sink.mails).toHaveLength(0)
  app.clock.set(Date.parse('2026-11-21T07:00:00Z'))
  await sink.received(1)
  expect(sink.mails[0]?.to).toEqual([`${person}@example.org`])
})

test('a link that expired while its e-mail waited for a provider is not sent, and the log says so', async () => {
  const app = await startTestApp({ work: true, env: allowed })
  const [late = '', inTime = ''] = await addPeople(app, 2)
  const minutes = (count: number) => new Date(app.clock.now() + count * 60_000).toISOString()
  const link = { 'link.url': 'https://vault.example.org/reset-password#token=secret', 'login.ip': '203.0.113.7' }
  await app.transaction(async (tx) => {
    for (const [userId, expiry] of [
      [late, minutes(30)],
      [inTime, minutes(90)],
    ] as const) {
      await tx.emit('user.password.reset_requested', { to: { user_id: userId }, data: { ...link, 'link.expires_at': expiry } })
    }
  })
  const log = (userId: string) =>
    app.db.selectFrom('email_logs').select(['status', 'waiting_reason', 'error_message']).where('user_id', '=', userId).executeTakeFirst()
  for (const person of [late, inTime]) {
    await eventually(async () => expect(await log(person)).toMatchObject({ status: 'pending', waiting_reason: 'no_provider' }))
  }
  app.clock.advance(60 * 60_000)
  const { sink, provider } = await useSmtpSink()
  await app.mailDelivery.providers.create(provider)
  await eventually(async () => {
    expect(await log(late)).toEqual({ status: 'failed', waiting_reason: null, error_message: 'Not sent: the link in it has expired.' })
    expect(await log(inTime)).toMatchObject({ status: 'sent' })
  })
  expect(sink.mails.map(({ to }) => to)).toEqual([[`${inTime}@example.org`]])
  expect(sink.mails[0]?.parsed.html).toContain('token=secret')
})

test('security e-mail has a subject, both parts, the Message-ID of its log, and no way to unsubscribe', async () => {
  const app = await startTestApp({ work: true, env: { ...allowed, APP_URL: 'https://vault.example.org' } })
  const { sink, provider } = await useSmtpSink()
  await app.mailDelivery.providers.create(provider)
  const [person = ''] = await addPeople(app, 1)
  await app.transaction((tx) =>
    tx.emit('user.password.changed', { to: { user_id: person }, data: eventCatalogue['user.password.changed'].variables }),
  )
  await sink.received(1)
  const { id, subject, message_id } = await app.db
    .selectFrom('email_logs')
    .select(['id', 'subject', 'message_id'])
    .executeTakeFirstOrThrow()
  const parsed = sink.mails[0]?.parsed
  expect(parsed).toMatchObject({ subject, messageId: message_id })
  expect(message_id).toBe(`<${id}@example.org>`)
  expect(parsed?.html).toContain('Ann Example')
  expect(parsed?.text).toContain('Ann Example')
  expect(parsed?.html).not.toContain('/api/email/')
  const names = parsed?.headers.map(({ key }) => key)
  expect(names).not.toContain('list-unsubscribe')
  expect(names).not.toContain('list-unsubscribe-post')
})

test('a one-time link is in the e-mail that arrives, and in nothing that is kept of it', async () => {
  const app = await startTestApp({ work: true, env: allowed })
  const { sink, provider } = await useSmtpSink()
  await app.mailDelivery.providers.create(provider)
  await app.db
    .updateTable('email_templates')
    .set({ subject: 'Reset at {{ link.url }}', text_content: 'Go to {{ link.url }}' })
    .where('slug', '=', 'user-password-reset-requested')
    .execute()
  const secret = 'Zk3v9QmX7uTt2bYw1LrPp0sAfHdGjKlNc8e5iOqRzUx'
  const link = `https://vault.example.org/reset-password#token=${secret}`
  const data = { 'link.url': link, 'link.expires_at': new Date(app.clock.now() + 1_800_000).toISOString(), 'login.ip': '203.0.113.7' }
  const [person = ''] = await addPeople(app, 1)
  await app.transaction((tx) => tx.emit('user.password.reset_requested', { to: { user_id: person }, data }))
  await sink.received(1)
  const { parsed } = sink.mails[0] ?? {}
  expect([parsed?.html, parsed?.text]).toEqual([expect.stringContaining(secret), expect.stringContaining(secret)])
  const { id } = await app.db.selectFrom('email_logs').select('id').executeTakeFirstOrThrow()
  await eventually(async () => expect((await app.mailLog.logs.get(id)).status).toBe('sent'))
  const shown = await app.mailLog.logs.get(id)
  expect(shown.text_content).toBe('Go to [one-time link removed]\n')
  expect(JSON.stringify(shown)).not.toContain(secret)
  const kept = await app.db.selectFrom('email_logs').selectAll().executeTakeFirstOrThrow()
  expect([kept.outgoing, JSON.stringify(kept).includes(secret)]).toEqual([null, false])
})

test('e-mail that an account depends on goes out with the built-in text where its template lost the link', async () => {
  const app = await startTestApp({ work: true, env: allowed })
  const { sink, provider } = await useSmtpSink()
  await app.mailDelivery.providers.create(provider)
  const link = 'https://vault.example.org/reset-password#token=secret'
  const data = { 'link.url': link, 'link.expires_at': new Date(app.clock.now() + 1_800_000).toISOString(), 'login.ip': '203.0.113.7' }
  const [person = ''] = await addPeople(app, 1)
  const send = () => app.transaction((tx) => tx.emit('user.password.reset_requested', { to: { user_id: person }, data }))
  await send()
  await sink.received(1)
  const change = { html_content: '<p>All is well.</p>', text_content: 'Go to\n{{ link.url }}' }
  await app.db.updateTable('email_templates').set(change).where('slug', '=', 'user-password-reset-requested').execute()
  await send()
  await sink.received(2)
  const [usual, instead] = sink.mails.map(({ parsed }) => parsed?.html)
  expect(instead).toContain('#token=secret')
  expect(instead).not.toContain('All is well')
  expect(usual).toContain('#token=secret')
  const decisions = await app.db.selectFrom('email_decisions').select('trace').execute()
  expect(decisions.filter(({ trace }) => JSON.stringify(trace).includes('It does not show the link.'))).toHaveLength(1)
})

test('only e-mail that people can choose not to get is tracked, and none once the settings say so', async () => {
  const app = await startTestApp({ work: true })
  const emit = (name: 'key.shared' | 'user.password.changed' | 'user.registered' | 'admin.system.alert') =>
    app.transaction((tx) => tx.emit(name, { to: { address: 'bo@example.org', language_of: null }, data: eventCatalogue[name].variables }))
  for (const name of ['key.shared', 'user.password.changed', 'user.registered', 'admin.system.alert'] as const) await emit(name)
  const tracked = async () =>
    (await app.db.selectFrom('email_logs').select(['event_name', 'is_tracked']).orderBy('id').execute()).map(
      ({ event_name, is_tracked }) => `${event_name}: ${is_tracked}`,
    )
  await eventually(async () => expect(await tracked()).toHaveLength(4))
  expect((await tracked()).filter((mail) => mail.endsWith('true'))).toEqual(['key.shared: true'])
  await app.mailDesign.settings.change({ ...(await app.mailDesign.settings.get()), track_opens_and_clicks: false })
  await emit('key.shared')
  await eventually(async () => expect(await tracked()).toHaveLength(5))
  expect((await tracked()).at(-1)).toBe('key.shared: false')
})
