import {
  changeProvider,
  createProvider,
  getProvider,
  listProviders,
  type NewProvider,
  testProvider,
} from '@twofold/contract/mail-delivery/providers'
import { expect, test } from 'vitest'
import { shareApp } from '../../testing/share-app.ts'
import { startEmailApp, useSmtpSink } from '../testing/start-email-app.ts'
import { secret, smtp, ses, zoho } from '../testing/sample-providers.ts'

const shared = shareApp((options) => startEmailApp({ logLevel: 'debug', ...options }))

test.each([
  ['Amazon SES', ses],
  ['SMTP', smtp],
  ['ZeptoMail', zoho],
])('the secret of %s is in no answer, in no row and in no log line', async (_, body) => {
  const { admin, db, logged } = shared()
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
  const rows = await db.selectFrom('email_providers').where('id', '=', id).selectAll().execute()
  expect(rows[0]?.secret).not.toBeNull()
  expect(JSON.stringify(answers)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows[0]?.secret?.toString('latin1')).not.toContain(secret)
  expect(logged()).not.toContain(secret)
})

test('a provider cannot be added without its secret', async () => {
  const { admin } = shared()
  const { password: _, ...configuration } = smtp.configuration
  const answer = await admin.call(createProvider, { body: { ...smtp, configuration } })
  expect([answer.status, answer.body.errors]).toEqual([422, { 'configuration.password': ['Please enter the password or key.'] }])
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
  const { admin, db } = shared()
  const before = { smtp, ses, zoho }[change.provider]
  const { id } = (await admin.call(createProvider, { body: before })).body.provider
  const read = () => db.selectFrom('email_providers').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const stored = await read()
  const changed = await admin.call(changeProvider, { params: { id }, body: change })
  expect([changed.status, changed.body.code, Object.keys(changed.body.errors ?? {})]).toEqual([422, 'email.secret_required_again', [field]])
  const tried = await admin.call(testProvider, { body: { ...change, id } })
  expect([tried.status, tried.body.code]).toEqual([422, 'email.secret_required_again'])
  expect(await read()).toEqual(stored)
})

test('without a secret the stored one stays, and still works', async () => {
  const app = shared()
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
