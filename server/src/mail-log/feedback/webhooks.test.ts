import { createHmac } from 'node:crypto'
import { webhookPaths } from '@twofold/contract/mail-design/mail-paths'
import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { makeCertificate } from '../../platform/testing/make-certificate.ts'
import { fetchSnsCertificate, sesEvent, snsConfirmation, snsNotification, topicArn } from '../testing/sign-sns.ts'
import { type EmailApp, startEmailApp } from '../../mail-delivery/testing/start-email-app.ts'
import { shareApp } from '../../testing/share-app.ts'
import type { TestAppOptions } from '../../testing/start-test-app.ts'
import { createSnsCertificates } from './sns-certificates.ts'
import { createSnsVerifier } from './sns.ts'
import { createWebhooksService } from './webhooks.service.ts'

const now = Date.parse('2026-11-20T11:00:00Z')
const sentAt = new Date(now - 3_600_000)
const zeptomailKey = 'agent-authentication-key'

async function start(options: TestAppOptions = {}) {
  const env = { SES_TOPIC_ARNS: topicArn, ZEPTOMAIL_WEBHOOK_KEY: zeptomailKey }
  const app = await startEmailApp({ now, env, fetchCertificate: fetchSnsCertificate, ...options })
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    app.send('POST', path, { raw: body, headers: { 'content-type': 'text/plain; charset=UTF-8', ...headers } })
  return {
    ...app,
    ses: (message: object) => post(webhookPaths.ses, JSON.stringify(message)),
    zeptomail(payload: object, options: { key?: string; signature?: string | undefined } = {}) {
      const json = JSON.stringify(payload)
      const mac = encodeURIComponent(
        createHmac('sha256', options.key ?? zeptomailKey)
          .update(json)
          .digest('base64'),
      )
      const signature = 'signature' in options ? options.signature : `ts=1777712345678;s=${mac};s-algorithm=HmacSHA256`
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature === undefined ? {} : { 'producer-signature': signature }),
      }
      return post(webhookPaths.zeptomail, `event=${encodeURIComponent(json)}`, headers)
    },
  }
}

/** For tests whose news are refused, or of which they look at nothing. */
const shared = shareApp(start)

const storedFeedback = (app: Pick<EmailApp, 'db'>) =>
  app.db.selectFrom('email_feedback').select(['source', 'kind']).orderBy('received_at').execute()

const zeptomailBounce = (logId: string, id = 'w-1') => ({
  event_name: ['hardbounce'],
  event_message: [
    {
      request_id: 'r-1',
      email_info: {
        client_reference: logId,
        to: [{ email_address: { address: 'bo@example.org' } }],
        processed_time: '2026-11-20T10:00:00Z',
      },
      event_data: [
        { object: 'hardbounce', details: [{ reason: 'invalid-mailbox', diagnostic_message: '550 5.1.1', time: '2026-11-20T10:01:00Z' }] },
      ],
    },
  ],
  mailagent_key: 'm',
  webhook_request_id: id,
})

test('an event of SES is taken in; repeated, in another order and with other ids, it changes nothing more', async () => {
  const app = await start()
  const id = await app.addMail({ sent_at: sentAt })
  const delivery = snsNotification(sesEvent('Delivery', id, '2026-11-20T10:00:05Z'))
  const open = snsNotification(sesEvent('Open', id, '2026-11-20T10:30:00Z'))
  const bounce = snsNotification(sesEvent('Bounce', id, '2026-11-20T10:40:00Z'))
  for (const message of [bounce, open, bounce, delivery, delivery, open]) expect((await app.ses(message)).status).toBe(200)
  expect(await app.mail(id)).toMatchObject({
    status: 'bounced',
    delivered_at: new Date('2026-11-20T10:00:05Z'),
    opened_at: new Date('2026-11-20T10:30:00Z'),
    bounced_at: new Date('2026-11-20T10:40:00Z'),
  })
  // SES tells of the same bounce by a second way, under another id of SNS.
  expect((await app.ses(snsNotification(sesEvent('Bounce', id, '2026-11-20T10:40:00Z')))).status).toBe(200)
  expect((await storedFeedback(app)).map(({ kind }) => kind)).toEqual(['bounced', 'opened', 'delivered'])
  expect(await app.db.selectFrom('email_suppressions').select(['email', 'reason', 'log_id']).execute()).toEqual([
    { email: 'bo@example.org', reason: 'bounce', log_id: id },
  ])
})

test('the same news at the same moment on many connections counts once', async () => {
  const app = await start()
  const id = await app.addMail({ sent_at: sentAt })
  const bounce = snsNotification(sesEvent('Bounce', id, '2026-11-20T10:40:00Z'))
  const answers = await Promise.all(Array.from({ length: 12 }, () => app.ses(bounce)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await storedFeedback(app)).toHaveLength(1)
})

test.each<[what: string, message: (id: string) => object]>([
  ['another key', (id) => snsNotification(sesEvent('Bounce', id, '2026-11-20T10:40:00Z'), { key: makeCertificate().key })],
  [
    'another topic, though Amazon signed',
    (id) => snsNotification(sesEvent('Bounce', id, '2026-11-20T10:40:00Z'), { topic: topicArn.replace('mail-events', 'theirs') }),
  ],
  [
    'a changed message',
    (id) => ({
      ...snsNotification(sesEvent('Delivery', id, '2026-11-20T10:40:00Z')),
      Message: JSON.stringify(sesEvent('Bounce', id, '2026-11-20T10:40:00Z')),
    }),
  ],
  [
    'a certificate from elsewhere',
    (id) => ({
      ...snsNotification(sesEvent('Bounce', id, '2026-11-20T10:40:00Z')),
      SigningCertURL: 'https://sns.evil.example/SimpleNotificationService-0.pem',
    }),
  ],
  ['no signature', (id) => ({ ...snsNotification(sesEvent('Bounce', id, '2026-11-20T10:40:00Z')), Signature: '' })],
])('a message to the SES webhook with %s is refused, and changes nothing', async (_, message) => {
  const app = shared()
  const id = await app.addMail({ sent_at: sentAt })
  const before = await storedFeedback(app)
  const answer = await app.ses(message(id))
  expect([answer.status, answer.body.code]).toEqual([403, 'email.webhook_refused'])
  expect(await storedFeedback(app)).toEqual(before)
  expect((await app.mail(id)).status).toBe('sent')
})

/** The webhooks alone, with an Amazon that notes what it is asked for and answers with `status`. */
function startAlone(status = 200) {
  const clock = createManualClock(now)
  const asked: string[] = []
  const webhooks = createWebhooksService({
    feedback: { take: () => Promise.reject(new Error('There is no news in this.')) },
    sns: createSnsVerifier({ certificates: createSnsCertificates({ fetchCertificate: fetchSnsCertificate, clock }) }),
    https: {
      exchange({ url }) {
        asked.push(url.href)
        return Promise.resolve({ status, headers: {}, body: Buffer.alloc(0) })
      },
    },
    topics: [topicArn],
    zeptomailKeys: [],
    clock,
    log: createLog('silent'),
  })
  return { asked, take: (message: object) => webhooks.takeSes(JSON.stringify(message)) }
}

test('that a topic may deliver here is confirmed once it has proven to be ours', async () => {
  const { asked, take } = startAlone()
  await take(snsConfirmation())
  expect(asked).toEqual([snsConfirmation().SubscribeURL])
})

test.each<[what: string, message: object]>([
  ['another key', snsConfirmation({ key: makeCertificate().key })],
  ['another topic, though Amazon signed', snsConfirmation({ topic: topicArn.replace('mail-events', 'theirs') })],
  ['no signature', { ...snsConfirmation(), Signature: '' }],
])('a topic with %s is not confirmed', async (_, message) => {
  const { asked, take } = startAlone()
  await expect(take(message)).rejects.toMatchObject({ code: 'email.webhook_refused' })
  expect(asked).toEqual([])
})

test('a text that no database keeps, in an id or a time of a signed message, is no reason to have it repeated for ever', async () => {
  const app = await start()
  const id = await app.addMail({ sent_at: sentAt })
  const bounce = sesEvent('Bounce', id, '2026-11-20T10:40:00Z')
  const oddId = { ...bounce, bounce: { ...bounce.bounce, feedbackId: `a\0${'b'.repeat(9000)}`, timestamp: '-271821-04-20T00:00:00Z' } }
  expect((await app.ses(snsNotification(oddId))).status).toBe(200)
  expect((await app.ses(snsNotification(oddId))).status).toBe(200)
  expect(await app.mail(id)).toMatchObject({ status: 'bounced', bounced_at: new Date(now) })
  const unknown = { ...bounce, mail: { ...bounce.mail, messageId: 'no\0such', tags: {} } }
  expect((await app.ses(snsNotification(unknown))).status).toBe(200)
  expect((await app.zeptomail(zeptomailBounce(id, 'w\0'))).status).toBe(200)
  expect(await storedFeedback(app)).toHaveLength(2)
})

test('a topic whose confirmation fails is asked to come again', async () => {
  await expect(startAlone(500).take(snsConfirmation())).rejects.toMatchObject({ code: 'email.webhook_unverifiable' })
})

test('while the certificate cannot be had, SNS is asked to come again', async () => {
  const app = await start({ fetchCertificate: () => Promise.reject(new Error('no network')) })
  const answer = await app.ses(snsNotification(sesEvent('Bounce', await app.addMail(), '2026-11-20T10:40:00Z')))
  expect([answer.status, answer.body.code]).toEqual([503, 'email.webhook_unverifiable'])
})

test('an event of ZeptoMail is taken in once; forged it is refused', async () => {
  const app = await start()
  const id = await app.addMail({ sent_at: sentAt })
  expect((await app.zeptomail(zeptomailBounce(id), { key: 'not-the-key' })).status).toBe(403)
  expect((await app.zeptomail(zeptomailBounce(id), { signature: 's=x;s-algorithm=none' })).status).toBe(403)
  expect((await app.mail(id)).status).toBe('sent')
  for (let time = 0; time < 3; time += 1) expect((await app.zeptomail(zeptomailBounce(id))).status).toBe(200)
  expect(await app.mail(id)).toMatchObject({ status: 'bounced', bounced_at: new Date('2026-11-20T10:01:00Z') })
  expect(await storedFeedback(app)).toEqual([{ source: 'zeptomail', kind: 'bounced' }])
})

test('a call to the ZeptoMail webhook without a signature, as registering makes it, is answered and believed nothing', async () => {
  const app = shared()
  const id = await app.addMail({ sent_at: sentAt })
  const before = await storedFeedback(app)
  expect((await app.zeptomail(zeptomailBounce(id), { signature: undefined })).status).toBe(200)
  expect(await storedFeedback(app)).toEqual(before)
  expect((await app.mail(id)).status).toBe('sent')
})

test('a webhook that is not set up does not exist', async () => {
  const app = await startEmailApp({ fetchCertificate: fetchSnsCertificate })
  const body = JSON.stringify(snsNotification(sesEvent('Bounce', '01890a5d-ac96-774b-bcce-b302099a8057', '2026-11-20T10:40:00Z')))
  for (const path of Object.values(webhookPaths)) {
    const answer = await app.send('POST', path, { raw: body, headers: { 'content-type': 'text/plain' } })
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'request.not_found'])
  }
})

test('a body is read whatever its type says, up to 512 KiB; the rest of the API still takes JSON only', async () => {
  const app = shared()
  const raw = JSON.stringify(snsNotification(sesEvent('Delivery', await app.addMail(), '2026-11-20T10:00:05Z')))
  for (const type of ['application/json', 'text/plain', 'application/octet-stream', 'application/x-nonsense']) {
    expect([type, (await app.send('POST', webhookPaths.ses, { raw, headers: { 'content-type': type } })).status]).toEqual([type, 200])
  }
  expect((await app.send('POST', webhookPaths.ses, { raw: 'x'.repeat(512 * 1024 + 1) })).status).toBe(413)
  expect((await app.send('POST', webhookPaths.ses, { raw: 'x'.repeat(512 * 1024) })).status).toBe(403)
  expect(
    (await app.admin.send('POST', '/api/admin/email/suppressions', { raw: 'email=x', headers: { 'content-type': 'text/plain' } })).status,
  ).toBe(415)
})
