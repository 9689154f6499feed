import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { useSmtpSink } from './testing/start-email-app.ts'
import { eventually } from '../testing/eventually.ts'

type Sink = Awaited<ReturnType<typeof useSmtpSink>>

/** An application with two real SMTP servers, of which the first one is asked first. */
async function startWithTwo(options: { first?: Parameters<typeof useSmtpSink>[0]; encryption?: 'none' | 'tls' } = {}) {
  const app = await startTestApp({ work: true, env: { EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })
  const [first, second] = [await useSmtpSink(options.first), await useSmtpSink()]
  const { configuration } = first.provider
  await app.mailDelivery.providers.create({
    ...first.provider,
    name: 'First',
    is_default: true,
    configuration: { ...configuration, encryption: options.encryption ?? 'none' },
  })
  await app.mailDelivery.providers.create({ ...second.provider, name: 'Second', priority: 2 })
  return { app, first, second }
}

const announce = (app: TestApp, address = 'bo@example.org') =>
  app.transaction((tx) =>
    tx.emit('user.password.changed', { to: { address, language_of: null }, data: eventCatalogue['user.password.changed'].variables }),
  )
const attempts = (app: TestApp) => app.db.selectFrom('email_attempts').select(['provider_name', 'outcome', 'code']).orderBy('id').execute()
const status = async (app: TestApp) => (await app.db.selectFrom('email_logs').select('status').executeTakeFirst())?.status

test.each<{ fault: string; code: string; options?: Parameters<typeof startWithTwo>[0]; spoil?: (first: Sink) => unknown }>([
  { fault: 'refuses connections', code: 'smtp.connection', spoil: ({ sink }) => sink.close() },
  { fault: 'has a certificate that nobody vouches for', code: 'smtp.tls', options: { first: { tls: 'starttls' }, encryption: 'tls' } },
  { fault: 'offers no TLS where it has to be', code: 'smtp.tls', options: { encryption: 'tls' } },
  { fault: 'answers 421 to MAIL FROM', code: 'smtp.unavailable', spoil: ({ sink }) => sink.misbehave([{ stage: 'mail', answer: 421 }]) },
  {
    fault: 'has a full disk',
    code: 'smtp.unavailable',
    spoil: ({ sink }) => sink.misbehave([{ stage: 'mail', answer: 452, text: '4.3.1 Insufficient system storage' }]),
  },
  { fault: 'refuses the sender', code: 'smtp.sender_refused', spoil: ({ sink }) => sink.misbehave([{ stage: 'mail', answer: 550 }]) },
  { fault: 'does not take the password', code: 'smtp.auth', spoil: ({ sink }) => sink.misbehave([{ stage: 'auth', answer: 535 }]) },
  {
    fault: 'breaks the connection before it has the mail',
    code: 'smtp.connection',
    spoil: ({ sink }) => sink.misbehave([{ stage: 'recipient', drop: true }]),
  },
])('the second server takes over when the first one $fault', async ({ code, options, spoil }) => {
  const { app, first, second } = await startWithTwo(options)
  await spoil?.(first)
  await announce(app)
  await eventually(async () => expect(await status(app)).toBe('sent'))
  expect(second.sink.mails.map(({ to }) => to)).toEqual([['bo@example.org']])
  expect(first.sink.mails).toEqual([])
  expect(await attempts(app)).toEqual([
    { provider_name: 'First', outcome: 'provider_failed', code },
    { provider_name: 'Second', outcome: 'accepted', code: null },
  ])
})

test('a recipient that the server refuses is nobody else’s to try', async () => {
  const { app, first, second } = await startWithTwo()
  first.sink.misbehave([{ stage: 'recipient', answer: 550, text: 'no such person' }])
  await announce(app)
  await eventually(async () => expect(await status(app)).toBe('failed'))
  expect(await attempts(app)).toEqual([{ provider_name: 'First', outcome: 'refused', code: 'smtp.recipient' }])
  expect(second.sink.mails).toEqual([])
})

test('an e-mail that the server puts off is tried there again later', async () => {
  const { app, first, second } = await startWithTwo()
  first.sink.misbehave([{ stage: 'recipient', answer: 450, text: 'greylisted' }])
  await announce(app)
  await eventually(async () => expect(await attempts(app)).toEqual([{ provider_name: 'First', outcome: 'deferred', code: 'smtp.450' }]))
  first.sink.misbehave([])
  app.clock.advance(60_000)
  await first.sink.received(1)
  expect(second.sink.mails).toEqual([])
})

test('a server that keeps every e-mail waiting holds up no call of the API', async () => {
  const { app, first, second } = await startWithTwo()
  const { promise: timedOut, resolve: letGo } = Promise.withResolvers<void>()
  first.sink.misbehave([{ stage: 'data', until: timedOut }])
  const people = Array.from({ length: 40 }, (_, number) => `person-${number}@example.org`)
  for (const address of people) await announce(app, address)
  await first.sink.received(1)
  const answers = await Promise.all(Array.from({ length: 60 }, () => app.send('GET', '/readyz')))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  const sent = await app.db.selectFrom('email_logs').select('id').where('status', '=', 'sent').execute()
  expect(sent, 'the calls were answered while the server kept all mail waiting').toEqual([])
  letGo()
  await first.sink.received(people.length)
  expect(new Set(first.sink.mails.map(({ to }) => to.join()))).toEqual(new Set(people))
  expect(second.sink.mails).toEqual([])
})
