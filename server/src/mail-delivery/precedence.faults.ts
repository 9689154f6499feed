import { requestPasswordReset } from '@twofold/contract/sessions'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { v7 as uuid } from 'uuid'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { sealContent } from './delivery/mail-content.ts'
import { createQueueRepository } from './delivery/queue.repository.ts'
import { useSmtpSink } from './testing/start-email-app.ts'

const notices = 5_000
/** Milliseconds that a reset may take from the request to its arrival. */
const longest = 5_000

test(`a reset arrives within 5 s while ${notices} events of notices and ${notices} rendered notices wait`, async () => {
  const app = await startTestApp({ work: true, env: { EMAIL_ALLOW_PRIVATE_HOSTS: '127.0.0.1' } })
  const { sink, provider } = await useSmtpSink()
  const bo = await app.signUp('bo@example.org')
  const { id: userId } = await app.db.selectFrom('users').select('id').where('email', '=', bo.email).executeTakeFirstOrThrow()
  const time = new Date(app.clock.now() - 60_000)
  for (let from = 0; from < notices; from += 500) {
    const rows = Array.from({ length: 500 }, () => {
      const id = uuid()
      const outgoing = sealContent(app.crypto, id, 'outgoing', { html: '<p>Notice</p>', text: 'Notice', replyTo: null, headers: {} })
      const fixed = { category: 'notification', class: 'optional' as const, subject: 'Notice', due_at: time, created_at: time }
      return { id, ...fixed, recipient_email: `${id}@example.org`, message_id: `<${id}@example.org>`, outgoing }
    })
    await createQueueRepository(app.db).putAll(rows)
    await app.transaction(async (tx) => {
      for (let count = 0; count < 500; count++) {
        await tx.emit('key.shared', { to: { user_id: userId }, data: eventCatalogue['key.shared'].variables })
      }
    })
  }
  await app.mailDelivery.providers.create(provider)
  await sink.received(20) // notices are flowing
  const begun = performance.now()
  expect((await app.call(requestPasswordReset, { body: { email: bo.email } })).status).toBeLessThan(300)
  const resets = () => sink.mails.filter(({ parsed }) => /reset/i.test(parsed.subject ?? ''))
  await expect.poll(() => resets().length, { timeout: 60_000, interval: 20 }).toBe(1)
  const took = performance.now() - begun
  const [mailOfReset] = resets()
  const before = mailOfReset === undefined ? notices : sink.mails.indexOf(mailOfReset)
  console.log(`The reset took ${Math.round(took)} ms; ${before} notices had gone before it.`)
  expect(before, 'most notices were still waiting').toBeLessThan(notices)
  expect(took).toBeLessThan(longest)
})
