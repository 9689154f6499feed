import { describe, expect, test } from 'vitest'
import { zeptomailEndpoints, type ZohoConfiguration } from '@twofold/contract/mail-delivery/providers'
import { zeptomailError } from '../testing/fake-zeptomail.ts'
import { sampleMail, sendOptions } from '../testing/sample-mail.ts'
import { startZeptomailSender } from '../testing/start-api-sender.ts'
import { createZeptomailSender } from './zeptomail-sender.ts'

const { signal } = new AbortController()

describe('an e-mail', () => {
  test('is sent with its parts, headers and reference, and answers the id of the request', async () => {
    const { provider: zeptomail, sender } = await startZeptomailSender()
    const outcome = await sender.send(sampleMail(), sendOptions())
    expect(outcome).toEqual({ kind: 'accepted', providerMessageId: '2d6f.1', response: 'OK' })
    expect(zeptomail.mails).toEqual([
      {
        from: { address: 'vault@example.org', name: 'Twofold' },
        to: [{ email_address: { address: 'ann@example.com', name: 'Ann Müller' } }],
        reply_to: [{ address: 'help@example.org' }],
        subject: sampleMail().subject,
        htmlbody: sampleMail().html,
        textbody: sampleMail().text,
        track_opens: false,
        track_clicks: false,
        client_reference: sampleMail().logId,
        mime_headers: sampleMail().headers,
      },
    ])
  })

  test('is tracked only when it may be', async () => {
    const { provider: zeptomail, sender } = await startZeptomailSender()
    await sender.send(sampleMail({ isTracked: true }), sendOptions())
    expect(zeptomail.mails[0]).toMatchObject({ track_opens: true, track_clicks: true })
  })

  test.each(['Zoho-enczapikey wSsVR60example==', '  zoho-enczapikey   wSsVR60example== \n'])(
    'is sent with the token pasted as %j',
    async (api_key) => {
      const { sender } = await startZeptomailSender({ api_key })
      expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ kind: 'accepted' })
    },
  )

  test('with a longer subject or name than ZeptoMail accepts goes out with its beginning', async () => {
    const { provider: zeptomail, sender } = await startZeptomailSender()
    const long = `${'x'.repeat(249)}😀${'y'.repeat(400)}`
    const mail = sampleMail({ subject: `${long}${long}`, to: { address: 'ann@example.com', name: long } })
    expect(await sender.send(mail, sendOptions())).toMatchObject({ kind: 'accepted' })
    expect(zeptomail.mails[0]?.subject).toHaveLength(500)
    expect(zeptomail.mails[0]?.to[0]?.email_address.name).toBe('x'.repeat(249))
  })
})

describe('an answer of ZeptoMail decides', () => {
  const failed = (needsAttention: boolean) => ({ kind: 'provider_failed', needsAttention })
  const answers: [number, string, object][] = [
    ...['GE_102', 'SM_101', 'SM_113', 'SM_129', 'TM_8001'].map((code): [number, string, object] => [
      400,
      code,
      { kind: 'refused', code: `zeptomail.${code}` },
    ]),
    ...['SERR_157', 'SM_111', 'SERR_156', 'SM_128', 'AE_101', 'LE_101', 'LE_102'].map((code): [number, string, object] => [
      401,
      code,
      failed(true),
    ]),
    [400, 'SMI_115', { ...failed(false), exhausted: 'day' }],
    [400, 'SM_133', { ...failed(true), exhausted: 'day' }],
    [400, 'XX_999', failed(true)],
    [429, 'XX_999', failed(false)],
    [500, 'XX_999', failed(false)],
    [504, 'XX_999', { kind: 'unknown' }],
  ]
  test.each(answers)('%i %s', async (status, code, expected) => {
    const { provider: zeptomail, sender } = await startZeptomailSender()
    zeptomail.answerWith(zeptomailError(status, code, 'Sorry', 'subject'))
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({ ...expected, reason: 'Request failed; Sorry (subject)' })
    expect(zeptomail.requests).toHaveLength(1)
  })

  test.each([
    [413, { kind: 'refused' }],
    [502, { kind: 'provider_failed', needsAttention: false, reason: 'ZeptoMail answered with HTTP 502.' }],
    [302, { kind: 'provider_failed', needsAttention: true, reason: 'ZeptoMail answered with HTTP 302.' }],
  ])('a page with status %i instead of an answer', async (status, expected) => {
    const { provider: zeptomail, sender } = await startZeptomailSender()
    zeptomail.answerWith({ status, headers: { location: 'https://169.254.169.254/' }, body: '<html>' })
    expect(await sender.send(sampleMail(), sendOptions())).toMatchObject(expected)
    expect(zeptomail.requests).toHaveLength(1)
  })

  test('success counts even when its text cannot be read', async () => {
    const { provider: zeptomail, sender } = await startZeptomailSender()
    zeptomail.answerWith({ status: 200, body: 'fine' })
    expect(await sender.send(sampleMail(), sendOptions())).toEqual({ kind: 'accepted', providerMessageId: null, response: 'HTTP 200' })
  })
})

describe('the address', () => {
  async function calledWith(api_endpoint: string | undefined) {
    const called: string[] = []
    const https = {
      exchange: ({ url }: { url: URL }) => (called.push(url.href), Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{}') })),
      close() {},
    }
    const configuration = { api_key: 'k', from_email: 'a@example.org', api_endpoint } as ZohoConfiguration
    const outcome = await createZeptomailSender(configuration, { https }).send(sampleMail(), sendOptions())
    return { called, outcome }
  }

  test.each(zeptomailEndpoints)('%s is called', async (endpoint) => expect((await calledWith(endpoint)).called).toEqual([endpoint]))

  test.each(['', undefined])('%j calls the first of the list', async (endpoint) =>
    expect((await calledWith(endpoint)).called).toEqual([zeptomailEndpoints[0]]),
  )

  test.each([
    'https://evil.example/v1.1/email',
    'http://api.zeptomail.com/v1.1/email',
    'https://api.zeptomail.com.evil.example/v1.1/email',
    'https://api.zeptomail.com@evil.example/v1.1/email',
    'https://api.zeptomail.com/v1.1/email?x=1',
    'https://169.254.169.254/',
  ])('%s is none of ZeptoMail’s, and is not called', async (endpoint) => {
    const { called, outcome } = await calledWith(endpoint)
    expect(called).toEqual([])
    expect(outcome).toMatchObject({ kind: 'provider_failed', code: 'zeptomail.endpoint', needsAttention: true })
  })
})

test.each([undefined, '', 'Zoho-enczapikey ', 'two words', 'a\r\nb'])('the token %j is not sent', async (api_key) => {
  const { provider: zeptomail, sender } = await startZeptomailSender({ api_key })
  expect(await sender.send(sampleMail(), sendOptions())).toMatchObject({
    kind: 'provider_failed',
    code: 'zeptomail.token',
    needsAttention: true,
  })
  expect(zeptomail.requests).toEqual([])
})

describe('verifying', () => {
  test('sends the e-mail that it is given', async () => {
    const { provider: zeptomail, sender } = await startZeptomailSender()
    expect(await sender.verify(signal, sampleMail())).toEqual({ ok: true, detail: 'A test mail to ann@example.com was accepted: OK' })
    expect(zeptomail.mails).toHaveLength(1)
  })

  test('with a wrong token says what ZeptoMail says', async () => {
    const { sender } = await startZeptomailSender({ api_key: 'wrong' })
    expect(await sender.verify(signal, sampleMail())).toEqual({
      ok: false,
      detail: 'Request failed; Invalid API Token found',
      code: 'zeptomail.SERR_157',
    })
  })

  test('without an e-mail says that it cannot', async () => {
    const { sender } = await startZeptomailSender()
    expect(await sender.verify(signal)).toEqual({ ok: false, detail: 'ZeptoMail can only be tested by sending a mail.' })
  })
})
