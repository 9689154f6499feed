import { describe, expect, test } from 'vitest'
import { makeCertificate } from '../../platform/testing/make-certificate.ts'
import { sampleMail, sendOptions } from '../testing/sample-mail.ts'
import { senderTo, startSink } from '../testing/start-smtp.ts'

describe('an e-mail', () => {
  test('arrives as it was made: addresses, subject, both parts, headers and Message-ID', async () => {
    const sink = await startSink()
    const outcome = await senderTo(sink).send(sampleMail(), sendOptions())

    expect(outcome).toMatchObject({ kind: 'accepted', response: '250 OK queued as 1' })
    const [mail] = await sink.received(1)
    expect(mail).toMatchObject({
      from: 'vault@example.org',
      to: ['ann@example.com'],
      parsed: {
        from: { address: 'vault@example.org', name: 'Twofold' },
        to: [{ address: 'ann@example.com', name: 'Ann Müller' }],
        replyTo: [{ address: 'help@example.org' }],
        subject: 'A key was shared with you – “GitHub”',
        messageId: sampleMail().messageId,
      },
    })
    expect(mail?.parsed.html).toContain('Hello Ann, größer.')
    expect(mail?.parsed.text?.trimEnd()).toBe(sampleMail().text)
    expect(mail?.parsed.headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe', value: '<https://vault.example.org/u/1>' }),
    )
  })

  test('has the same bytes at every attempt, but for its date', async () => {
    const sink = await startSink()
    const sender = senderTo(sink)
    await sender.send(sampleMail(), sendOptions())
    await sender.send(sampleMail(), sendOptions())
    const [first, second] = (await sink.received(2)).map(({ raw }) => raw.toString().replace(/^Date: .*$/m, ''))
    expect(first).toBe(second)
  })

  test('asks that a bounce repeats its headers only, and names it by its reference', async () => {
    const sink = await startSink()
    await senderTo(sink).send(sampleMail(), sendOptions())
    const [mail] = await sink.received(1)
    expect(mail?.envelope.dsn).toEqual({ ret: 'HDRS', envid: sampleMail().logId })
  })

  test('goes over the connection of the one before', async () => {
    const sink = await startSink()
    const sender = senderTo(sink)
    for (let count = 0; count < 3; count += 1) await sender.send(sampleMail(), sendOptions())
    const mails = await sink.received(3)
    expect(new Set(mails.map(({ connection }) => connection)).size).toBe(1)
  })

  test.each([
    ['two recipients', { to: { address: 'ann@example.com,eve@evil.example', name: null } }],
    ['a group', { to: { address: 'g:eve@evil.example;', name: null } }],
    ['a quoted local part', { to: { address: '"ann@example.com x"@evil.example', name: null } }],
    ['brackets', { to: { address: 'ann@example.com> SIZE=1', name: null } }],
    ['a comment', { to: { address: 'ann@example.com(eve@evil.example)', name: null } }],
    ['a line break in the recipient', { to: { address: 'ann@example.com\r\nRCPT TO:<eve@evil.example>', name: null } }],
    ['a line break in the sender', { from: { address: 'vault@example.org\nx@evil.example', name: null } }],
    ['a line break in a name', { to: { address: 'ann@example.com', name: 'Ann\r\nBcc: eve@evil.example' } }],
    ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@evil.example' }],
    ['a NUL in the subject', { subject: 'Hello\0' }],
    ['a line break in a header', { headers: { 'X-Note': 'a\r\nBcc: eve@evil.example' } }],
    ['a header that adds a recipient', { headers: { bcc: 'eve@evil.example' } }],
    ['a header with a line break for a name', { headers: { 'X\r\nBcc': 'eve@evil.example' } }],
    ['a Message-ID with a line break', { messageId: '<a@b>\r\nBcc: <eve@evil.example>' }],
    ['two addresses for answers', { replyTo: 'ann@example.com,eve@evil.example' }],
  ])('with %s is refused before anything is sent', async (_what, changes) => {
    const sink = await startSink()
    const outcome = await senderTo(sink).send(sampleMail(changes), sendOptions())
    expect(outcome).toMatchObject({ kind: 'refused', code: 'mail.unsafe' })
    expect(sink.connected()).toBe(0)
  })

  test('whose names look like addresses goes to its recipient alone', async () => {
    const sink = await startSink()
    const to = { address: 'ann@example.com', name: 'eve@evil.example, "x" <mallory@evil.example>' }
    await senderTo(sink).send(sampleMail({ to, from: { address: 'vault@example.org', name: 'a@evil.example,' } }), sendOptions())
    const [mail] = await sink.received(1)
    expect(mail).toMatchObject({ from: 'vault@example.org', to: ['ann@example.com'], parsed: { to: [to] } })
  })
})

describe('encryption', () => {
  test.each([
    ['tls', 'starttls', true],
    ['ssl', 'implicit', true],
    ['none', 'starttls', false],
    ['none', 'none', false],
  ] as const)('%s with a server of kind %s: encrypted is %s', async (encryption, tls, isSecure) => {
    const sink = await startSink({ tls })
    expect(await senderTo(sink, { encryption }).send(sampleMail(), sendOptions())).toMatchObject({ kind: 'accepted' })
    const [mail] = await sink.received(1)
    expect(mail?.isEncrypted).toBe(isSecure)
  })

  test('that the server does not offer is not done without: neither password nor e-mail is sent', async () => {
    const sink = await startSink({ tls: 'none' })
    sink.misbehave([{ stage: 'auth', answer: 454 }])
    const outcome = await senderTo(sink, { encryption: 'tls' }).send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'smtp.tls', needsAttention: true })
    expect(sink.mails).toEqual([])
  })

  test.each(['tls', 'ssl'] as const)('%s with a certificate that nobody vouches for fails', async (encryption) => {
    const sink = await startSink({ tls: encryption === 'tls' ? 'starttls' : 'implicit' })
    const outcome = await senderTo({ ...sink, ca: makeCertificate().cert }, { encryption }).send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'smtp.tls', needsAttention: true })
    expect(sink.mails).toEqual([])
  })

  test.each(['tls', 'ssl'] as const)('%s asks for the certificate of the name, not of the address connected to', async (encryption) => {
    const sink = await startSink({ tls: encryption === 'tls' ? 'starttls' : 'implicit', names: ['other.example', '127.0.0.1'] })
    const outcome = await senderTo(sink, { encryption }).send(sampleMail(), sendOptions())
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'smtp.tls', needsAttention: true })
  })

  test.each(['tls', 'ssl'] as const)('%s to an address asks for the certificate of the address', async (encryption) => {
    const sink = await startSink({ tls: encryption === 'tls' ? 'starttls' : 'implicit' })
    expect(await senderTo(sink, { encryption, host: '127.0.0.1' }).send(sampleMail(), sendOptions())).toMatchObject({ kind: 'accepted' })
  })
})

describe('verifying', () => {
  const { signal } = new AbortController()

  test('signs in, and sends no e-mail', async () => {
    const sink = await startSink()
    expect(await senderTo(sink).verify(signal)).toEqual({ ok: true, detail: 'localhost accepts these settings.' })
    expect(sink.mails).toEqual([])
  })

  test('sends the e-mail that it is given', async () => {
    const sink = await startSink()
    expect(await senderTo(sink).verify(signal, sampleMail())).toEqual({
      ok: true,
      detail: 'A test mail to ann@example.com was accepted: 250 OK queued as 1',
    })
    expect(sink.mails).toHaveLength(1)
  })

  test('with a wrong password says what the server says', async () => {
    const sink = await startSink()
    expect(await senderTo(sink, { password: 'wrong' }).verify(signal)).toEqual({
      ok: false,
      detail: '535 5.7.8 Authentication failed',
      code: 'smtp.auth',
    })
  })

  test('says when the e-mail is refused though the settings are accepted', async () => {
    const sink = await startSink()
    sink.misbehave([{ stage: 'recipient', answer: 550, text: 'No such user' }])
    expect(await senderTo(sink).verify(signal, sampleMail())).toEqual({
      ok: false,
      detail: '550 No such user',
      code: 'smtp.recipient',
    })
  })

  test('ends when it is broken off', async () => {
    const sink = await startSink()
    sink.misbehave([{ stage: 'auth', silent: true }])
    const breaking = new AbortController()
    const verifying = senderTo(sink).verify(breaking.signal)
    breaking.abort()
    expect(await verifying).toEqual({ ok: false, detail: 'Broken off.', code: 'aborted' })
  })
})
