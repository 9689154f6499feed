import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeCertificate } from '../../platform/testing/make-certificate.ts'
import { sampleMail, sendOptions } from '../testing/sample-mail.ts'
import type { Misbehaviour } from '../testing/smtp-sink.ts'
import { senderTo, startSink } from '../testing/start-smtp.ts'
import { createPinnedHosts } from '../../platform/outbound/pinned-host.ts'
import { createSmtpSender, defaultTimeouts } from './smtp-sender.ts'

describe('an answer of the server decides', () => {
  const answers: [Misbehaviour, object][] = [
    [
      { stage: 'connect', answer: 421 },
      { kind: 'provider_failed', needsAttention: false },
    ],
    [{ stage: 'connect', answer: 554 }, { kind: 'provider_failed' }],
    [
      { stage: 'auth', answer: 535 },
      { kind: 'provider_failed', code: 'smtp.auth', needsAttention: true },
    ],
    [
      { stage: 'auth', answer: 454 },
      { kind: 'provider_failed', code: 'smtp.auth', needsAttention: false },
    ],
    [
      { stage: 'mail', answer: 451 },
      { kind: 'provider_failed', code: 'smtp.unavailable', needsAttention: false },
    ],
    [
      { stage: 'mail', answer: 421 },
      { kind: 'provider_failed', code: 'smtp.unavailable', needsAttention: false },
    ],
    [
      { stage: 'mail', answer: 454 },
      { kind: 'provider_failed', code: 'smtp.unavailable', needsAttention: false },
    ],
    [
      { stage: 'mail', answer: 530 },
      { kind: 'provider_failed', code: 'smtp.auth', needsAttention: true },
    ],
    [
      { stage: 'mail', answer: 553 },
      { kind: 'provider_failed', code: 'smtp.sender_refused', needsAttention: true },
    ],
    [
      { stage: 'mail', answer: 552 },
      { kind: 'refused', code: 'smtp.content' },
    ],
    [
      { stage: 'recipient', answer: 450 },
      { kind: 'deferred', code: 'smtp.450' },
    ],
    [
      { stage: 'recipient', answer: 451, text: '4.3.0 Temporary lookup failure' },
      { kind: 'provider_failed', code: 'smtp.unavailable', needsAttention: false },
    ],
    [
      { stage: 'recipient', answer: 550, text: '5.1.1 No such user' },
      { kind: 'refused', code: 'smtp.recipient', reason: '550 5.1.1 No such user' },
    ],
    [
      { stage: 'recipient', answer: 554, text: 'Relay access denied' },
      { kind: 'provider_failed', code: 'smtp.relay_denied', needsAttention: true },
    ],
    [
      { stage: 'data', answer: 451 },
      { kind: 'deferred', code: 'smtp.451' },
    ],
    [
      { stage: 'data', answer: 452, text: '4.3.1 Insufficient system storage' },
      { kind: 'provider_failed', code: 'smtp.unavailable', needsAttention: false },
    ],
    [
      { stage: 'data', answer: 421 },
      { kind: 'provider_failed', code: 'smtp.unavailable', needsAttention: false },
    ],
    [
      { stage: 'data', answer: 554, text: 'Spam' },
      { kind: 'refused', code: 'smtp.content', reason: '554 Spam' },
    ],
  ]
  test.each(answers)('%o', async (misbehaviour, expected) => {
    const sink = await startSink()
    sink.misbehave([misbehaviour])
    expect(await senderTo(sink).send(sampleMail(), sendOptions())).toMatchObject(expected)
    expect(sink.mails).toEqual([])
  })

  test('to this e-mail only: the next one goes over the same connection', async () => {
    const sink = await startSink()
    const sender = senderTo(sink)
    sink.misbehave(({ envelope }) =>
      envelope.mailFrom !== false && envelope.rcptTo.length === 0 ? [{ stage: 'recipient', answer: 550 }] : [],
    )
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'refused' })
    sink.misbehave([])
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'accepted' })
  })

  test('that is longer than a screen, or has control characters, is kept as one bounded line', async () => {
    const sink = await startSink()
    sink.misbehave([{ stage: 'recipient', answer: 550, text: `\u001b[31m${'x'.repeat(900)}` }])
    const outcome = await senderTo(sink).send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^[^\p{Cc}]{500}$/u) as string })
  })
})

describe('a connection that breaks', () => {
  test.each(['connect', 'auth', 'mail', 'recipient', 'partial-data'] as const)('at %s leaves the e-mail with us', async (stage) => {
    const sink = await startSink()
    sink.misbehave([{ stage, drop: true }])
    const text = `${'x'.repeat(70)}\n`.repeat(60_000) // more than fits into the buffers on the way
    const outcome = await senderTo(sink).send(sampleMail({ text }), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', needsAttention: false })
    expect(sink.mails).toEqual([])
  })

  test('after the final dot, before the answer, leaves it unknown', async () => {
    const sink = await startSink()
    sink.misbehave([{ stage: 'data', drop: true }])
    expect(await senderTo(sink).send(sampleMail(), sendOptions())).toMatchObject({ kind: 'unknown', code: 'smtp.lost_after_data' })
    expect(sink.mails).toHaveLength(1)
  })

  test('does not disturb the next e-mail', async () => {
    const sink = await startSink()
    const sender = senderTo(sink)
    sink.misbehave([{ stage: 'data', drop: true }])
    await sender.send(sampleMail(), sendOptions())
    sink.misbehave([])
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'accepted' })
  })
})

describe('a server that says nothing', () => {
  const quick = { connect: 500, greeting: 300, idle: 300 }

  test('has 5 s to be reached, 10 s to greet and 30 s for every answer, unless a test is in a hurry', () => {
    expect(defaultTimeouts).toMatchObject({ connect: 5_000, greeting: 10_000, idle: 30_000 })
  })

  test.each(['connect', 'auth', 'mail', 'recipient'] as const)('at %s is given up, and the e-mail stays with us', async (stage) => {
    const sink = await startSink()
    sink.misbehave([{ stage, silent: true }])
    const outcome = await senderTo(sink, {}, quick).send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'smtp.timeout', needsAttention: false })
  })

  test('after the final dot leaves it unknown', async () => {
    const sink = await startSink()
    sink.misbehave([{ stage: 'data', silent: true }])
    expect(await senderTo(sink, {}, quick).send(sampleMail(), sendOptions())).toMatchObject({ kind: 'unknown' })
  })

  test.each(['tls', 'ssl'] as const)('to the greeting, with encryption %s, is given up', async (encryption) => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const outcome = await senderTo({ port, ca: makeCertificate().cert }, { encryption }, quick).send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'smtp.timeout', needsAttention: false })
  })

  test('long enough in all is given up, however often it gives a sign of life', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sink = await startSink()
    sink.misbehave([{ stage: 'recipient', until: promise }])
    const outcome = await senderTo(sink, {}, { mail: 300 }).send(sampleMail(), sendOptions())
    resolve()
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'smtp.timeout' })
  })
})

describe('a host', () => {
  test('that is not public is not connected to', async () => {
    const sink = await startSink()
    const sender = createSmtpSender(
      { host: 'mail.example.com', port: sink.port, username: 'u', password: 'p', encryption: 'none' },
      { hosts: createPinnedHosts({ allowed: [], resolveHost: () => Promise.resolve(['127.0.0.1']) }) },
    )
    onTestFinished(() => sender.close())
    const outcome = await sender.send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'smtp.host_refused', needsAttention: true })
    expect(await sender.verify(new AbortController().signal)).toEqual({
      ok: false,
      detail: 'mail.example.com is not a public host. If it is yours, list it in OUTBOUND_ALLOW.',
      code: 'smtp.host_refused',
    })
    expect(sink.connected()).toBe(0)
  })

  test('whose name is not known is the fault of the provider', async () => {
    const sink = await startSink()
    const resolveHost = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
    const sender = createSmtpSender(
      { host: 'mail.example.invalid', port: sink.port, username: 'u', encryption: 'none' },
      { hosts: createPinnedHosts({ allowed: [], resolveHost }) },
    )
    onTestFinished(() => sender.close())
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({
      kind: 'provider_failed',
      code: 'smtp.dns',
      needsAttention: true,
    })
  })

  test('where nobody listens is the fault of the provider', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const outcome = await senderTo({ port, ca: '' }, { encryption: 'none' }).send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'smtp.connection', needsAttention: false })
  })
})

describe('handing over', () => {
  test('waits for its permission: everything but the end is written before, and nothing is accepted without it', async () => {
    const sink = await startSink()
    const asked = Promise.withResolvers<void>()
    const permission = Promise.withResolvers<void>()
    const sending = senderTo(sink).send(
      sampleMail(),
      sendOptions({
        async beforeHandOver() {
          asked.resolve()
          await permission.promise
        },
      }),
    )
    await asked.promise
    expect(sink.mails).toEqual([])
    permission.resolve()
    expect(await sending).toMatchObject({ kind: 'accepted' })
    expect(sink.mails).toHaveLength(1)
  })

  test.each(['mail', 'recipient'] as const)(
    'is not asked for before the server takes the e-mail: refused at %s, it never is',
    async (stage) => {
      const sink = await startSink()
      sink.misbehave([{ stage, answer: 550 }])
      let asked = 0
      await senderTo(sink).send(sampleMail(), sendOptions({ beforeHandOver: () => Promise.resolve(void (asked += 1)) }))
      expect(asked).toBe(0)
    },
  )

  test('is asked for once, however large the e-mail', async () => {
    const sink = await startSink()
    let asked = 0
    const text = `${'x'.repeat(70)}\n`.repeat(60_000)
    const outcome = await senderTo(sink).send(
      sampleMail({ text }),
      sendOptions({ beforeHandOver: () => Promise.resolve(void (asked += 1)) }),
    )
    expect(outcome).toMatchObject({ kind: 'accepted' })
    expect(asked).toBe(1)
    expect((await sink.received(1))[0]?.parsed.text?.trimEnd()).toBe(text.trimEnd())
  })

  test('that is not permitted sends nothing, and the next e-mail goes out', async () => {
    const sink = await startSink()
    const sender = senderTo(sink)
    const outcome = await sender.send(sampleMail(), sendOptions({ beforeHandOver: () => Promise.reject(new Error('The lease was lost.')) }))
    expect(outcome).toEqual({ kind: 'provider_failed', code: 'not_handed_over', reason: 'The lease was lost.', needsAttention: false })
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'accepted' })
    expect(sink.mails).toHaveLength(1)
  })

  test('that is broken off before leaves the e-mail with us, and after leaves it unknown', async () => {
    const sink = await startSink()
    const sender = senderTo(sink)
    const [early, late] = [new AbortController(), new AbortController()]
    const held = sendOptions({
      signal: early.signal,
      beforeHandOver() {
        early.abort()
        return new Promise(() => {})
      },
    })
    expect(await sender.send(sampleMail(), held)).toMatchObject({ kind: 'deferred', code: 'aborted' })
    expect(sink.mails).toEqual([])

    sink.misbehave([{ stage: 'data', silent: true }])
    const sending = sender.send(sampleMail(), sendOptions({ signal: late.signal }))
    await sink.received(1)
    late.abort()
    expect(await sending).toMatchObject({ kind: 'unknown' })
  })

  test('of an attempt that was broken off already does not begin', async () => {
    const sink = await startSink()
    expect(await senderTo(sink).send(sampleMail(), sendOptions({ signal: AbortSignal.abort() }))).toMatchObject({ kind: 'deferred' })
    expect(sink.connected()).toBe(0)
  })
})
