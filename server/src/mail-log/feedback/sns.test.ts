import { sign } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { startHttpsSink } from '../../platform/testing/https-sink.ts'
import { makeCertificate } from '../../platform/testing/make-certificate.ts'
import { createCertificateFetcher, createSnsCertificates } from './sns-certificates.ts'
import { createSnsVerifier } from './sns.ts'

const amazon = makeCertificate({ names: ['sns.amazonaws.com'], notBefore: new Date('2026-01-01'), notAfter: new Date('2027-01-01') })
const stranger = makeCertificate({ names: ['sns.amazonaws.com'] })
const topic = 'arn:aws:sns:eu-west-1:123456789012:mail'
const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abc.pem'

const notification = {
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: topic,
  Subject: 'Amazon SES Email Event Notification',
  Message: '{"eventType":"Delivery"}',
  Timestamp: '2026-05-02T00:54:06.655Z',
  SigningCertURL: certificateUrl,
  UnsubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe',
}
const confirmation = {
  Type: 'SubscriptionConfirmation',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Token: '2336412f37',
  TopicArn: topic,
  Message: 'You have chosen to subscribe to the topic',
  SubscribeURL: `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=2336412f37`,
  Timestamp: '2026-05-02T00:54:06.655Z',
  SigningCertURL: certificateUrl,
}

/** Written from the documentation: the fields of each type in their order. */
const signedFields: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
}

function signed(message: Record<string, string | undefined>, version = '2', key = amazon.key) {
  const lines = (signedFields[message['Type'] ?? ''] ?? []).filter((field) => message[field] !== undefined)
  const text = lines.map((field) => `${field}\n${message[field]}\n`).join('')
  const signature = sign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256', Buffer.from(text), key).toString('base64')
  return { ...message, SignatureVersion: version, Signature: signature }
}

function start(fetchCertificate: (url: URL) => Promise<string> = () => Promise.resolve(amazon.cert)) {
  const fetched: string[] = []
  const clock = createManualClock(new Date('2026-05-02T01:00:00Z'))
  const certificates = createSnsCertificates({
    clock,
    fetchCertificate(url) {
      fetched.push(url.href)
      return fetchCertificate(url)
    },
  })
  const verifier = createSnsVerifier({ certificates })
  return { fetched, clock, read: (message: object, topics = [topic]) => verifier.read(JSON.stringify(message), topics), verifier }
}

describe('a message of Amazon', () => {
  test.each(['1', '2'])('with signature version %s is read', async (version) => {
    expect(await start().read(signed(notification, version))).toEqual({
      kind: 'notification',
      messageId: notification.MessageId,
      topicArn: topic,
      message: notification.Message,
    })
  })

  test('without a subject is read', async () => {
    expect(await start().read(signed({ ...notification, Subject: undefined }))).toMatchObject({ kind: 'notification' })
  })

  test('that asks for confirmation answers where to confirm', async () => {
    expect(await start().read(signed(confirmation))).toEqual({
      kind: 'confirm',
      messageId: confirmation.MessageId,
      topicArn: topic,
      confirmUrl: confirmation.SubscribeURL,
    })
  })

  test('that says that the subscription ended is distinguished from one that asks for it', async () => {
    expect(await start().read(signed({ ...confirmation, Type: 'UnsubscribeConfirmation' }))).toMatchObject({ kind: 'unsubscribed' })
  })

  test('makes the certificate be fetched once', async () => {
    const { fetched, read } = start()
    await Promise.all([read(signed(notification)), read(signed(notification, '1')), read(signed(confirmation))])
    expect(fetched).toEqual([certificateUrl])
  })
})

describe('a forged message is refused:', () => {
  const changes: [string, Record<string, string | undefined>][] = [
    ['another text', { Message: '{"eventType":"Bounce"}' }],
    ['another id', { MessageId: 'another' }],
    ['another time', { Timestamp: '2026-05-03T00:54:06.655Z' }],
    ['another subject', { Subject: 'x' }],
    ['no subject', { Subject: undefined }],
    ['another type', { ...confirmation, Type: 'UnsubscribeConfirmation' }],
    ['another version', { SignatureVersion: '1' }],
    ['no signature', { Signature: '' }],
    ['a signature of nothing', { Signature: 'AAAA' }],
  ]
  test.each(changes)('%s', async (_what, change) => {
    expect(await start().read({ ...signed(notification), ...change })).toMatchObject({ kind: 'refused' })
  })

  test.each([
    ['SubscribeURL', 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=other'],
    ['Token', 'another'],
  ])('a confirmation with another %s', async (field, value) => {
    expect(await start().read({ ...signed(confirmation), [field]: value })).toMatchObject({
      kind: 'refused',
      reason: 'The signature is wrong.',
    })
  })

  test('signed with another key', async () => {
    expect(await start().read(signed(notification, '2', stranger.key))).toEqual({ kind: 'refused', reason: 'The signature is wrong.' })
  })

  test('with a good signature, but of a topic that is not ours', async () => {
    const { fetched, read } = start()
    const other = 'arn:aws:sns:eu-west-1:999999999999:mail'
    expect(await read(signed({ ...notification, TopicArn: other }))).toEqual({ kind: 'refused', reason: 'The topic is not expected.' })
    expect(await read(signed(notification), [])).toMatchObject({ kind: 'refused' })
    expect(fetched).toEqual([])
  })

  test.each([
    'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abc.pem',
    'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0123abc.pem',
    'https://evil.example/SimpleNotificationService-0123abc.pem',
    'https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0123abc.pem',
    'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0123abc.pem',
    'https://user:pass@sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abc.pem',
    'https://sns.s3-eu-west-1.amazonaws.com/SimpleNotificationService-0123abc.pem', // somebody's bucket named "sns"
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123abc.pem', // not the region of the topic
    'https://sns.eu-west-1.amazonaws.com/other.pem',
    'https://sns.eu-west-1.amazonaws.com/x/SimpleNotificationService-0123abc.pem',
    'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abc.pem?x',
    'https://169.254.169.254/SimpleNotificationService-0123abc.pem',
    'file:///etc/passwd',
    'nothing',
  ])('with its certificate at %s, which is not fetched', async (SigningCertURL) => {
    const { fetched, read } = start(() => Promise.resolve(stranger.cert))
    expect(await read(signed({ ...notification, SigningCertURL }, '2', stranger.key))).toMatchObject({ kind: 'refused' })
    expect(fetched).toEqual([])
  })

  test.each([
    'https://evil.example/?Action=ConfirmSubscription',
    'https://sns.eu-west-1.amazonaws.com/?Action=Publish',
    `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}`,
    'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:eu-west-1:9:other',
    'http://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription',
  ])('a signed confirmation at %s', async (SubscribeURL) => {
    expect(await start().read(signed({ ...confirmation, SubscribeURL }))).toMatchObject({ kind: 'refused' })
  })

  test.each(['', 'x', '[]', 'null', '{}', '{"Type":"Notification"}', JSON.stringify({ ...signed(notification), Message: { a: 1 } })])(
    '%j',
    async (body) => {
      expect(await start().verifier.read(body, [topic])).toEqual({ kind: 'refused', reason: 'It is no message of SNS.' })
    },
  )
})

describe('a certificate', () => {
  test.each(['2025-12-31T23:59:59Z', '2027-01-01T00:00:01Z'])('is worth nothing at %s, outside of its validity', async (time) => {
    const { clock, read } = start()
    clock.set(new Date(time))
    expect(await read(signed(notification))).toEqual({ kind: 'unverifiable', reason: 'The certificate is not valid now.' })
  })

  test('that has run out while it was known is fetched again', async () => {
    const { clock, fetched, read } = start()
    await read(signed(notification))
    clock.set(new Date('2027-06-01'))
    await read(signed(notification))
    await read(signed(notification))
    expect(fetched).toHaveLength(2)
  })

  test('that cannot be had makes the message unverifiable for now, and is asked for again the next time', async () => {
    const answers = [() => Promise.reject(new Error('down')), () => Promise.resolve('rubbish'), () => Promise.resolve(amazon.cert)]
    const { read } = start(() => answers.shift()?.() ?? Promise.reject(new Error('too often')))
    expect(await read(signed(notification))).toEqual({ kind: 'unverifiable', reason: 'down' })
    expect(await read(signed(notification))).toMatchObject({ kind: 'unverifiable' })
    expect(await read(signed(notification))).toMatchObject({ kind: 'notification' })
  })

  test('is fetched without following redirects', async () => {
    const sink = await startHttpsSink(({ path }) =>
      path === '/moved' ? { status: 302, headers: { location: '/good' }, body: '' } : { status: 200, body: amazon.cert },
    )
    const https = sink.client()
    onTestFinished(async () => {
      https.close()
      await sink.close()
    })
    const fetch = createCertificateFetcher(https)
    expect(await fetch(new URL('/good', sink.origin))).toBe(amazon.cert)
    await expect(fetch(new URL('/moved', sink.origin))).rejects.toThrow('HTTP 302')
  })
})
