import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readZeptomailEvents } from './zeptomail-events.ts'
import { checkZeptomailSignature } from './zeptomail-signature.ts'

const logId = '01890a5d-ac96-774b-bcce-b302099a8057'
const receivedAt = new Date('2026-05-02T10:00:00Z')
const key = 'agent-authentication-key'

const emailInfo = {
  client_reference: logId,
  email_reference: 'e-1',
  to: [{ email_address: { address: 'ann@example.com' } }],
  processed_time: '2026-05-02T09:00:00Z',
}
const details = [
  { reason: 'invalid-mailbox', diagnostic_message: '550 5.1.1', time: '2026-05-02T09:00:05Z', bounced_recipient: 'ann@example.com' },
]
const bounce = {
  event_name: ['hardbounce'],
  event_message: [{ request_id: 'r-1', email_info: emailInfo, event_data: [{ object: 'hardbounce', details }] }],
  mailagent_key: 'm',
  webhook_request_id: 'w-1',
}

describe('the signature', () => {
  const macOf = (text: string, secret = key) => encodeURIComponent(createHmac('sha256', secret).update(text).digest('base64'))
  const header = (mac: string) => `ts=1777712345678;s=${mac};s-algorithm=HmacSHA256`
  const json = JSON.stringify({ ...bounce, note: 'größe + 1 = 50 %' })
  const form = `event=${encodeURIComponent(json)}`

  test('of what follows the first = of a form is right', () => {
    expect(checkZeptomailSignature(form, header(macOf(json)), [key])).toEqual({ kind: 'signed', payload: json, key: 0 })
    const plus = `event=${encodeURIComponent(json).replaceAll('%20', '+')}`
    expect(checkZeptomailSignature(plus, header(macOf(json)), [key])).toMatchObject({ kind: 'signed', payload: json })
  })

  test('of a plain body is right', () => {
    expect(checkZeptomailSignature(json, header(macOf(json)), [key])).toEqual({ kind: 'signed', payload: json, key: 0 })
  })

  test('may be of any of our agents', () => {
    expect(checkZeptomailSignature(json, header(macOf(json, 'second')), [key, 'second'])).toMatchObject({ kind: 'signed', key: 1 })
  })

  test.each([undefined, '', '  '])('that is not there (%j) makes it a probe, whatever it says', (none) => {
    expect(checkZeptomailSignature(json, none, [key])).toEqual({ kind: 'probe' })
  })

  test.each([
    ['another key', json, header(macOf(json, 'other'))],
    ['another body', json.replace('ann@', 'eve@'), header(macOf(json))],
    ['an empty key', json, header(macOf(json, ''))],
    ['none after all', json, header('')],
    ['another algorithm', json, `ts=1;s=${macOf(json)};s-algorithm=none`],
    ['no algorithm', json, `ts=1;s=${macOf(json)}`],
    ['a broken encoding', json, header('%E0%A4%A')],
    ['rubbish', json, 'rubbish'],
  ])('with %s is forged', (_what, body, sent) => expect(checkZeptomailSignature(body, sent, [key, ''])).toMatchObject({ kind: 'forged' }))

  test('covers all that is read: what stands before the signed part of a body never counts', () => {
    const forged = JSON.stringify({ ...bounce, webhook_request_id: 'forged' })
    const checked = checkZeptomailSignature(`${encodeURIComponent(forged)}=${encodeURIComponent(json)}`, header(macOf(json)), [key])
    expect(checked).toMatchObject({ kind: 'signed', payload: json })
  })

  test('is not looked for when no agent is known', () => {
    expect(checkZeptomailSignature(json, header(macOf(json)), [])).toMatchObject({ kind: 'forged' })
  })
})

describe('an event', () => {
  const read = (changes: object) => readZeptomailEvents(JSON.stringify({ ...bounce, ...changes }), receivedAt)
  const withData = (event_data: unknown, event_name: unknown = []) =>
    read({ event_name, event_message: [{ request_id: 'r-1', email_info: emailInfo, event_data }] }).feedback

  test('of a hard bounce', () => {
    expect(read({})).toEqual({
      feedback: [
        {
          sourceId: 'w-1:0:0',
          reference: { logId },
          kind: 'bounced',
          isPermanent: true,
          recipients: ['ann@example.com'],
          happenedAt: new Date('2026-05-02T09:00:05Z'),
          isAutomatic: false,
          detail: { reason: 'invalid-mailbox', diagnostic: '550 5.1.1' },
        },
      ],
      ignored: null,
    })
  })

  test('in single objects in place of lists is the same', () => {
    const single = {
      event_name: 'hardbounce',
      event_message: {
        request_id: 'r-1',
        email_info: { ...emailInfo, to: emailInfo.to[0] },
        event_data: { object: 'hardbounce', details: details[0] },
      },
    }
    expect(read(single)).toEqual(read({}))
  })

  test.each([
    ['softbounce', 'bounced', false],
    ['hardbounce', 'bounced', true],
    ['email_open', 'opened', false],
    ['email_link_click', 'clicked', false],
    ['fbl_complaint', 'complained', false],
    ['fbl_compliant', 'complained', false],
    ['delivered', 'delivered', false],
  ])('named %s means %s', (object, kind, isPermanent) => {
    expect(withData([{ object, details: [] }])).toMatchObject([{ kind, isPermanent }])
    expect(withData([{ details: [] }], [object])).toMatchObject([{ kind, isPermanent }])
    expect(withData([], object)).toMatchObject([{ kind, isPermanent }])
  })

  test('without our reference refers to the e-mail by the id of its request', () => {
    const message = {
      request_id: 'r-1',
      email_info: { ...emailInfo, client_reference: 'x' },
      event_data: [{ object: 'softbounce', details }],
    }
    expect(read({ event_message: [message] }).feedback).toMatchObject([{ reference: { providerMessageId: 'r-1' } }])
  })

  test('of a complaint is about the recipient of the e-mail, not the address in its report', () => {
    const report = [{ object: 'fbl_complaint', details: [{ fblFrom: 'fbl@isp.example', from: 'vault@example.org', to: 'x@isp.example' }] }]
    expect(withData(report)).toMatchObject([{ kind: 'complained', recipients: ['ann@example.com'] }])
  })

  test('of an open by a program is marked', () => {
    expect(withData([{ object: 'email_open', details: [{ user_agent: 'GoogleImageProxy' }] }])).toMatchObject([{ isAutomatic: true }])
    expect(withData([{ object: 'email_open', details: [{}] }])).toMatchObject([{ isAutomatic: false }])
  })

  test.each([
    ['2026-05-02T09:00:05Z', new Date('2026-05-02T09:00:05Z')],
    [1777712405000, new Date(1777712405000)],
    ['1777712405000', new Date(1777712405000)],
    ['soon', receivedAt],
    [undefined, new Date('2026-05-02T09:00:00Z')],
  ])('with the time %j happened at %s', (time, at) => {
    expect(withData([{ object: 'softbounce', details: [{ time }] }])).toMatchObject([{ happenedAt: at }])
  })

  test('with several messages has an id for each', () => {
    const [message] = bounce.event_message
    expect(read({ event_message: [message, message] }).feedback.map(({ sourceId }) => sourceId)).toEqual(['w-1:0:0', 'w-1:1:0'])
  })

  test.each([
    [{ event_message: [{ email_info: {}, event_data: [{ object: 'hardbounce', details: [] }] }] }, 'It names no mail.'],
    [{ event_message: [{ request_id: 'r', event_data: [{ object: 'constructor' }] }] }, 'Events named "constructor" are not used.'],
    [{ webhook_request_id: undefined }, 'It is no event of ZeptoMail.'],
    [{ event_message: [] }, null],
  ])('%j is ignored', (changes, ignored) => expect(read(changes)).toEqual({ feedback: [], ignored }))

  test.each(['', 'x', 'null', '[]'])('%j is none', (body) =>
    expect(readZeptomailEvents(body, receivedAt)).toEqual({ feedback: [], ignored: 'It is no event of ZeptoMail.' }),
  )
})
