import { inviteUser } from '@twofold/contract/admin/users'
import { changeEmailSettings } from '@twofold/contract/mail-design/settings'
import { changeProvider, createProvider, testProvider } from '@twofold/contract/mail-delivery/providers'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { type EmailApp, startEmailApp, useSmtpSink } from '../mail-delivery/testing/start-email-app.ts'
import { eventually } from '../testing/eventually.ts'

const shared = { 'key.name': 'GitHub', 'share.permission': 'view', 'share.by': 'Ann Example', 'share.expires_at': '2026-12-12T00:00:00Z' }

async function emitTo(app: EmailApp, email: string) {
  const { id } = await app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await app.transaction((tx) => tx.emit('key.shared', { to: { user_id: id }, data: shared }))
  return id
}

test('an event becomes an e-mail that arrives, with a way to unsubscribe; its pixel and its links come back to us', async () => {
  const app = await startEmailApp({ work: true, env: { APP_URL: 'https://vault.example.org' } })
  const { sink, provider } = await useSmtpSink()
  await app.signUp('bo@example.org', 'Bo Sample')
  await app.admin.call(createProvider, { body: provider })
  const userId = await emitTo(app, 'bo@example.org')
  await eventually(() => expect(sink.mails.some(({ parsed }) => parsed.html?.includes('GitHub'))).toBe(true))
  const mail = sink.mails.find(({ parsed }) => parsed.html?.includes('GitHub'))
  expect(mail).toMatchObject({ from: 'vault@example.org', to: ['bo@example.org'], parsed: { from: { name: 'Twofold' } } })
  const header = (name: string) => mail?.parsed.headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe')).toBe(`<${app.mailRules.preferences.unsubscribeUrl(userId, 'key.shared')}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const pixel = /src="https:\/\/vault\.example\.org(\/api\/email\/o\/[^"]+)"/.exec(mail?.parsed.html ?? '')?.[1] ?? ''
  const sent = () => app.db.selectFrom('email_logs').select('sent_at').where('event_name', '=', 'key.shared').executeTakeFirstOrThrow()
  await eventually(async () => expect((await sent()).sent_at).not.toBeNull())
  app.clock.advance(60_000)
  await app.send('GET', pixel, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Thunderbird/140.0' } })
  const log = await app.db
    .selectFrom('email_logs')
    .select(['status', 'subject', 'provider_kind'])
    .where('event_name', '=', 'key.shared')
    .executeTakeFirstOrThrow()
  expect(log).toMatchObject({ status: 'opened', provider_kind: 'smtp' })
})

test('without a provider e-mail waits and says so; it goes out when one is added', async () => {
  const app = await startEmailApp({ work: true })
  const { sink, provider } = await useSmtpSink()
  await app.signUp('bo@example.org')
  await emitTo(app, 'bo@example.org')
  const waiting = () =>
    app.db.selectFrom('email_logs').select(['status', 'waiting_reason']).where('event_name', '=', 'key.shared').execute()
  await eventually(async () => expect(await waiting()).toEqual([{ status: 'pending', waiting_reason: 'no_provider' }]))
  await app.admin.call(createProvider, { body: provider })
  await eventually(() => expect(sink.mails.filter(({ parsed }) => parsed.html?.includes('GitHub'))).toHaveLength(1))
})

test('starting says when no provider is active, so that nobody wonders where e-mail stays', async () => {
  const app = await startEmailApp({ logLevel: 'info' })
  const says = () => app.logged().split('no e-mail provider is active').length - 1
  expect(says()).toBe(1)
  await app.admin.call(createProvider, { body: (await useSmtpSink()).provider })
  await app.mailDelivery.start({ work: false })
  expect(says()).toBe(1)
})

test('an invitation is of use until its link ends, like every e-mail with a one-time link', async () => {
  const app = await startEmailApp({ work: true })
  const { provider } = await useSmtpSink()
  await app.admin.call(createProvider, { body: provider })
  const { body } = await app.admin.call(inviteUser, { body: { email: 'cy@example.org', delivery: 'mail' } })
  await eventually(async () => {
    const mail = await app.db
      .selectFrom('email_logs')
      .select('useful_until')
      .where('recipient_email', '=', 'cy@example.org')
      .executeTakeFirst()
    expect(mail?.useful_until?.toISOString()).toBe(body.expires_at)
  })
})

test('an unsubscribed or suppressed address gets none; the decision says why', async () => {
  const app = await startEmailApp({ work: true })
  for (const name of ['bo', 'carl']) await app.signUp(`${name}@example.org`)
  const bo = await app.db.selectFrom('users').select('id').where('email', '=', 'bo@example.org').executeTakeFirstOrThrow()
  await app.send('POST', app.mailRules.preferences.unsubscribeUrl(bo.id, 'key.shared').slice(app.config.appUrl.length))
  await app.db
    .insertInto('email_suppressions')
    .values({ id: uuid(), email: 'carl@example.org', reason: 'bounce', created_at: new Date() })
    .execute()
  for (const name of ['bo', 'carl']) await emitTo(app, `${name}@example.org`)
  const decisions = () =>
    app.db
      .selectFrom('email_decisions')
      .select(['recipient_email', 'outcome', 'reason'])
      .where('event_name', '=', 'key.shared')
      .orderBy('recipient_email')
      .execute()
  await eventually(async () => {
    expect(await decisions()).toEqual([
      { recipient_email: 'bo@example.org', outcome: 'not_sent', reason: 'preference' },
      { recipient_email: 'carl@example.org', outcome: 'not_sent', reason: 'suppression' },
    ])
  })
})

test('e-mail is from who the provider says, else the settings, else EMAIL_FROM', async () => {
  const app = await startEmailApp({ env: { EMAIL_FROM: 'Our vault <mail@example.net>' } })
  const { sink, provider } = await useSmtpSink()
  const { from_email: _own, ...bare } = provider.configuration
  const created = (await app.admin.call(createProvider, { body: provider })).body.provider
  const send = async (sender: { from_email?: string; from_name?: string } = {}) => {
    await app.admin.call(testProvider, { body: { ...provider, configuration: { ...bare, ...sender }, id: created.id } })
    const { parsed } = sink.mails.at(-1) ?? {}
    return parsed?.from
  }
  expect(await send()).toMatchObject({ address: 'mail@example.net', name: 'Our vault' })
  await app.admin.call(changeEmailSettings, { body: { sender: { from_email: 'settings@example.org', from_name: 'Settings' } } })
  expect(await send()).toMatchObject({ address: 'settings@example.org', name: 'Settings' })
  expect(await send({ from_email: 'provider@example.org', from_name: 'Provider' })).toMatchObject({
    address: 'provider@example.org',
    name: 'Provider',
  })
})

test('e-mail goes by the new settings of a provider as soon as they are saved', async () => {
  const app = await startEmailApp({ work: true })
  const [first, second] = [await useSmtpSink(), await useSmtpSink()]
  await app.signUp('bo@example.org')
  const { id } = (await app.admin.call(createProvider, { body: first.provider })).body.provider
  const has = (sink: typeof first.sink) => sink.mails.filter(({ parsed }) => parsed.html?.includes('GitHub')).length
  await emitTo(app, 'bo@example.org')
  await eventually(() => expect(has(first.sink)).toBe(1))
  app.clock.advance(1000)
  await app.admin.call(changeProvider, { params: { id }, body: second.provider })
  await emitTo(app, 'bo@example.org')
  await eventually(() => expect(has(second.sink)).toBe(1))
  expect(has(first.sink)).toBe(1)
})
