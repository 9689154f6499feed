import { describe, expect, test } from 'vitest'
import { readSesEvent } from './ses-events.ts'

const logId = '01890a5d-ac96-774b-bcce-b302099a8057'
const received = { messageId: 'sns-1', at: new Date('2026-05-02T10:00:00Z') }
const mail = {
  timestamp: '2026-05-02T09:00:00.000Z',
  messageId: '0102-abc',
  destination: ['ann@example.com'],
  headersTruncated: false,
  headers: [],
  commonHeaders: {},
  tags: { log_id: [logId], 'ses:configuration-set': ['x'] },
}
const read = (event: object) => readSesEvent(JSON.stringify({ mail, ...event }), received)
const one = (event: object) => read(event).feedback[0]

test('a delivery', () => {
  const delivery = {
    timestamp: '2026-05-02T09:00:05.000Z',
    recipients: ['ann@example.com'],
    smtpResponse: '250 2.0.0 OK\n',
    reportingMTA: 'x',
  }
  expect(read({ eventType: 'Delivery', delivery })).toEqual({
    feedback: [
      {
        sourceId: 'sns-1',
        reference: { logId },
        kind: 'delivered',
        isPermanent: false,
        recipients: ['ann@example.com'],
        happenedAt: new Date('2026-05-02T09:00:05.000Z'),
        isAutomatic: false,
        detail: { response: '250 2.0.0 OK' },
      },
    ],
    ignored: null,
  })
})

describe('a bounce', () => {
  const bounce = {
    bounceType: 'Permanent',
    bounceSubType: 'NoEmail',
    bouncedRecipients: [{ emailAddress: 'ann@example.com', action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 unknown' }],
    timestamp: '2026-05-02T09:00:05.000Z',
    feedbackId: 'f-1',
  }

  test('of the permanent kind', () => {
    expect(one({ eventType: 'Bounce', bounce })).toMatchObject({
      kind: 'bounced',
      isPermanent: true,
      recipients: ['ann@example.com'],
      detail: { type: 'Permanent', subtype: 'NoEmail', status: '5.1.1', reason: 'smtp; 550 5.1.1 unknown' },
    })
  })

  test.each(['Transient', 'Undetermined'])('of the kind %s does not condemn the address', (bounceType) => {
    expect(one({ eventType: 'Bounce', bounce: { ...bounce, bounceType } })).toMatchObject({ kind: 'bounced', isPermanent: false })
  })

  test('told as an event and as a notification is one: by the id that SES gave it', () => {
    const sourceIds = [one({ eventType: 'Bounce', bounce }), one({ notificationType: 'Bounce', bounce })].map(
      (feedback) => feedback?.sourceId,
    )
    expect(sourceIds).toEqual(['bounced:f-1', 'bounced:f-1'])
  })
})

test('a notification without tags refers to the e-mail by the id of SES', () => {
  const { tags: _tags, ...untagged } = mail
  const delivery = { timestamp: '2026-05-02T09:00:05.000Z', recipients: ['ann@example.com'] }
  expect(one({ mail: untagged, notificationType: 'Delivery', delivery })?.reference).toEqual({ providerMessageId: '0102-abc' })
})

test('a tag that we cannot have made is not looked for', () => {
  const delivery = { recipients: [] }
  expect(one({ mail: { ...mail, tags: { log_id: ["' or 1=1"] } }, eventType: 'Delivery', delivery })?.reference).toEqual({
    providerMessageId: '0102-abc',
  })
})

describe('a complaint', () => {
  const complaint = { complainedRecipients: [{ emailAddress: 'ann@example.com' }], feedbackId: 'c-1', complaintFeedbackType: 'abuse' }

  test('names who complained', () => {
    expect(one({ eventType: 'Complaint', complaint })).toMatchObject({
      kind: 'complained',
      sourceId: 'complained:c-1',
      recipients: ['ann@example.com'],
      happenedAt: received.at,
      detail: { type: 'abuse' },
    })
  })

  test.each([[[]], [[{ emailAddress: 'redacted@example.com' }]], [[{ emailAddress: '***@example.com' }]]])(
    'whose recipients are blackened (%j) is about the recipient of the e-mail',
    (complainedRecipients) => {
      expect(one({ eventType: 'Complaint', complaint: { ...complaint, complainedRecipients } })?.recipients).toEqual(['ann@example.com'])
    },
  )

  test('that says the opposite is ignored', () => {
    expect(read({ eventType: 'Complaint', complaint: { ...complaint, complaintFeedbackType: 'not-spam' } })).toEqual({
      feedback: [],
      ignored: 'The recipient says that it is not spam.',
    })
  })
})

test('a delay', () => {
  const deliveryDelay = {
    timestamp: '2026-05-02T09:10:00.000Z',
    delayType: 'MailboxFull',
    delayedRecipients: [{ emailAddress: 'ann@example.com' }],
  }
  expect(one({ eventType: 'DeliveryDelay', deliveryDelay })).toMatchObject({
    kind: 'delayed',
    isPermanent: false,
    detail: { type: 'MailboxFull' },
  })
})

test.each([
  [{ eventType: 'Reject', reject: { reason: 'Bad content' } }, 'Bad content'],
  [{ eventType: 'Rendering Failure', failure: { errorMessage: 'No such attribute', templateName: 't' } }, 'No such attribute'],
])('an e-mail that SES gave up: %j', (event, reason) => {
  expect(one(event)).toMatchObject({ kind: 'failed', detail: { reason } })
})

describe('opens and clicks', () => {
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

  test('by a person count', () => {
    const open = { ipAddress: '192.0.2.1', timestamp: '2026-05-02T09:30:00.000Z', userAgent: browser }
    expect(one({ eventType: 'Open', open })).toMatchObject({ kind: 'opened', isAutomatic: false, detail: { user_agent: browser } })
    const click = { ...open, link: 'https://example.com/', linkTags: {} }
    expect(one({ eventType: 'Click', click })).toMatchObject({
      kind: 'clicked',
      isAutomatic: false,
      detail: { link: 'https://example.com/' },
    })
  })

  test('by a program are marked', () => {
    const open = { timestamp: '2026-05-02T09:30:00.000Z', userAgent: 'Mozilla/5.0' }
    expect(one({ eventType: 'Open', open })).toMatchObject({ kind: 'opened', isAutomatic: true })
    expect(one({ eventType: 'Click', click: { timestamp: '2026-05-02T09:00:01.000Z', userAgent: browser } })).toMatchObject({
      isAutomatic: true,
    })
  })

  test('keep nothing of what the program says but one bounded line', () => {
    const userAgent = `<script>\u0000\r\n${'x'.repeat(2000)}`
    const detail = one({ eventType: 'Open', open: { timestamp: '2026-05-02T09:30:00.000Z', userAgent } })?.detail['user_agent']
    expect(detail).toMatch(/^<script> x{491}$/)
  })
})

test.each([
  ['Successfully validated SNS topic for Amazon SES event publishing.', 'It is no event of SES.'],
  ['{"mail":{}}', 'It is no event of SES.'],
  [JSON.stringify({ eventType: 'Send', mail, send: {} }), 'Events of type "Send" are not used.'],
  [JSON.stringify({ eventType: 'Bounce', mail }), 'Events of type "Bounce" are not used.'],
  [JSON.stringify({ eventType: 'constructor', mail }), 'Events of type "constructor" are not used.'],
])('%s is ignored', (message, ignored) => expect(readSesEvent(message, received)).toEqual({ feedback: [], ignored }))
