import { describe, expect, onTestFinished, test } from 'vitest'
import { sesError } from '../testing/fake-ses.ts'
import { signedAt } from '../../platform/testing/is-signed.ts'
import { sampleMail, sendOptions } from '../testing/sample-mail.ts'
import { startSesSender } from '../testing/start-api-sender.ts'
import { createSesSender } from './ses-sender.ts'

const { signal } = new AbortController()

describe('an e-mail', () => {
  test('is sent in a signed request that SES accepts, with its parts, headers and reference', async () => {
    const { provider: ses, sender } = await startSesSender()
    const outcome = await sender.send(sampleMail(), sendOptions())
    expect(outcome).toEqual({ kind: 'accepted', providerMessageId: '0102-1', response: 'Accepted as 0102-1' })
    expect(ses.mails).toEqual([
      {
        FromEmailAddress: '"Twofold" <vault@example.org>',
        Destination: { ToAddresses: ['=?UTF-8?B?QW5uIE3DvGxsZXI=?= <ann@example.com>'] },
        ReplyToAddresses: ['help@example.org'],
        Content: {
          Simple: {
            Subject: { Data: sampleMail().subject, Charset: 'UTF-8' },
            Body: { Html: { Data: sampleMail().html, Charset: 'UTF-8' }, Text: { Data: sampleMail().text, Charset: 'UTF-8' } },
            Headers: [
              { Name: 'List-Unsubscribe', Value: '<https://vault.example.org/u/1>' },
              { Name: 'Auto-Submitted', Value: 'auto-generated' },
            ],
          },
        },
        EmailTags: [{ Name: 'log_id', Value: sampleMail().logId }],
        ConfigurationOverrides: { Tracking: { OpenTrackingEnabled: 'DISABLED', ClickTrackingEnabled: 'DISABLED' } },
      },
    ])
  })

  test('is tracked only when it may be', async () => {
    const { provider: ses, sender } = await startSesSender()
    await sender.send(sampleMail({ isTracked: true }), sendOptions())
    expect(ses.mails[0]?.ConfigurationOverrides).toEqual({ Tracking: { OpenTrackingEnabled: 'ENABLED', ClickTrackingEnabled: 'ENABLED' } })
  })

  test.each([
    [null, 'ann@example.com'],
    ['', 'ann@example.com'],
    ['Ann "A" \\ <eve@evil.example>', '"Ann \\"A\\" \\\\ <eve@evil.example>" <ann@example.com>'],
    ['ü'.repeat(22), `=?UTF-8?B?${'w7zDvMO8'.repeat(7)}?= =?UTF-8?B?w7w=?= <ann@example.com>`],
  ])('to the name %j is addressed to %s', async (name, text) => {
    const { provider: ses, sender } = await startSesSender()
    await sender.send(sampleMail({ to: { address: 'ann@example.com', name } }), sendOptions())
    expect(ses.mails[0]?.Destination.ToAddresses).toEqual([text])
  })
})

describe('an answer of SES decides', () => {
  const failed = (needsAttention: boolean) => ({ kind: 'provider_failed', needsAttention })
  const answers: [number, string, string, object][] = [
    [400, 'AccountSuspendedException', 'Suspended', failed(true)],
    [400, 'SendingPausedException', 'Paused', failed(true)],
    [400, 'MailFromDomainNotVerifiedException', 'No MX', failed(true)],
    [404, 'NotFoundException', 'No such configuration set', failed(true)],
    [403, 'AccessDeniedException', 'Not allowed', failed(true)],
    [400, 'BadRequestException', 'Wrong address', { kind: 'refused', code: 'ses.BadRequestException', reason: 'Wrong address' }],
    [400, 'MessageRejected', 'Email contains a virus', { kind: 'refused', code: 'ses.MessageRejected' }],
    [400, 'MessageRejected', 'Email address is not verified. The following identities failed the check: vault@example.org', failed(true)],
    [429, 'TooManyRequestsException', 'Too many', failed(false)],
    [400, 'LimitExceededException', 'Too many', failed(false)],
    [429, 'ThrottlingException', 'Maximum sending rate exceeded.', failed(false)],
    [429, 'ThrottlingException', 'Daily message quota exceeded.', { ...failed(false), exhausted: 'day' }],
    [500, 'InternalServiceErrorException', 'Sorry', failed(false)],
    [503, 'ServiceUnavailableException', 'Sorry', failed(false)],
    [504, 'Whatever', 'The gateway waited too long', { kind: 'unknown' }],
    [418, 'TeapotException', 'What no one knows', failed(true)],
  ]
  test.each(answers)('%i %s: %s', async (status, name, message, expected) => {
    const { provider: ses, sender } = await startSesSender()
    ses.answerWith(sesError(status, name, message))
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject(expected)
    expect(ses.requests).toHaveLength(1) // never repeated by itself
  })

  test('a page of a proxy instead of an answer is the fault of the provider', async () => {
    const { provider: ses, sender } = await startSesSender()
    ses.answerWith({ status: 502, headers: { 'content-type': 'text/html' }, body: '<html>Bad gateway</html>' })
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'provider_failed' })
  })

  test.each(['<html>Welcome</html>', 'null', '"yes"', '{"MessageId'])(
    'a success that cannot be read (%s) leaves it unknown',
    async (body) => {
      const { provider: ses, sender } = await startSesSender()
      ses.answerWith({ status: 200, headers: { 'content-type': 'application/json' }, body })
      expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'unknown' })
    },
  )

  test.each([
    ['an unknown key', { key: 'AKIDOTHER' }],
    ['a wrong secret', { secret: 'wrong' }],
    ['no secret', { secret: undefined }],
    ['the key of another region', { region: 'us-east-1' }],
  ])('%s needs attention', async (_what, changes) => {
    const { provider: ses, sender } = await startSesSender(changes)
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'provider_failed', needsAttention: true })
    expect(ses.mails).toEqual([])
  })
})

describe('no answer', () => {
  test('as nobody listens leaves the e-mail with us', async () => {
    const { provider: ses, sender } = await startSesSender()
    await ses.close()
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'provider_failed', needsAttention: false })
  })

  test('as the attempt was broken off after the request was sent leaves it unknown', async () => {
    const { provider: ses, sender } = await startSesSender()
    const breaking = new AbortController()
    ses.answerWith(() => {
      breaking.abort()
      return 'silent'
    })
    expect(await sender.send(sampleMail(), sendOptions({ signal: breaking.signal }))).toMatchObject({ kind: 'unknown' })
  })

  test('as the attempt was broken off before it began leaves the e-mail with us', async () => {
    const { provider: ses, sender } = await startSesSender()
    expect(await sender.send(sampleMail(), sendOptions({ signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'deferred',
      code: 'aborted',
    })
    expect(ses.requests).toEqual([])
  })
})

test('settings of the machine for other uses of AWS redirect nothing', async () => {
  const hosts: string[] = []
  const https = { exchange: ({ url }: { url: URL }) => (hosts.push(url.href), Promise.reject(new Error('not in a test'))), close() {} }
  process.env['AWS_ENDPOINT_URL'] = 'https://evil.example'
  process.env['AWS_USE_FIPS_ENDPOINT'] = 'true'
  onTestFinished(() => {
    delete process.env['AWS_ENDPOINT_URL']
    delete process.env['AWS_USE_FIPS_ENDPOINT']
  })
  await createSesSender({ key: 'k', secret: 's', region: 'eu-west-1' }, { https }).send(sampleMail(), sendOptions())
  expect(hosts).toEqual(['https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails'])
})

test('a clock that is wrong by more than AWS takes is set right by its answers', async () => {
  const hour = 3_600_000
  const { provider: ses, sender } = await startSesSender({ now: () => Date.now() - hour })
  for (let mail = 0; mail < 2; mail += 1) expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'accepted' })
  const minutesLate = ses.requests.map(({ headers }) => Math.round((Date.now() - signedAt(headers).getTime()) / 60_000))
  expect(minutesLate).toEqual([60, 0])
})

describe('verifying', () => {
  test('asks for the account, and sends no e-mail', async () => {
    const { provider: ses, sender } = await startSesSender()
    expect(await sender.verify(signal)).toEqual({
      ok: true,
      detail: 'Amazon SES accepts the key: 12 of 200 mails sent in the last 24 hours.',
    })
    expect(ses.mails).toEqual([])
  })

  test('says that the account is in the sandbox', async () => {
    const { provider: ses, sender } = await startSesSender()
    ses.answerWith({
      status: 200,
      body: { SendingEnabled: true, ProductionAccessEnabled: false, SendQuota: { Max24HourSend: -1, SentLast24Hours: 0 } },
    })
    expect(await sender.verify(signal)).toEqual({
      ok: true,
      detail:
        'Amazon SES accepts the key: 0 mails sent in the last 24 hours, without a limit. The account is in the sandbox: it sends to verified addresses only.',
    })
  })

  test('says that sending is paused', async () => {
    const { provider: ses, sender } = await startSesSender()
    ses.answerWith({ status: 200, body: { SendingEnabled: false } })
    expect(await sender.verify(signal)).toEqual({
      ok: false,
      detail: 'Amazon SES has paused sending for this account.',
      code: 'ses.SendingPausedException',
    })
  })

  test('fails with a wrong secret', async () => {
    const { sender } = await startSesSender({ secret: 'wrong' })
    expect(await sender.verify(signal)).toMatchObject({ ok: false })
  })

  test('sends the e-mail that it is given', async () => {
    const { provider: ses, sender } = await startSesSender()
    expect(await sender.verify(signal, sampleMail())).toMatchObject({ ok: true })
    expect(ses.mails).toHaveLength(1)
  })
})
