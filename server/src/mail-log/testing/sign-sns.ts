import { randomUUID, sign } from 'node:crypto'
import { makeCertificate } from '../../platform/testing/make-certificate.ts'

export const topicArn = 'arn:aws:sns:eu-west-1:123456789012:mail-events'
const certificate = makeCertificate({ names: ['sns.amazonaws.com'] })

/** Fetches the certificate that `snsNotification` signs with. */
export const fetchSnsCertificate = () => Promise.resolve(certificate.cert)

/** An event of SES as SNS posts it, signed. `key`: another one than Amazon's. */
export function snsNotification(event: object, changes: { messageId?: string; topic?: string; key?: string } = {}) {
  const { messageId, topic, key } = changes
  const message = { ...common('Notification', messageId, topic), Message: JSON.stringify(event) }
  return signed(message, ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'], key)
}

/** The question of a topic whether it may deliver here, signed. `key`: another one than Amazon's. */
export function snsConfirmation(changes: { topic?: string; key?: string } = {}) {
  const { topic = topicArn, key } = changes
  const message = {
    ...common('SubscriptionConfirmation', undefined, topic),
    Message: 'You have chosen to subscribe to the topic.',
    Token: '2336412f37',
    SubscribeURL: `https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=2336412f37`,
  }
  return signed(message, ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'], key)
}

const common = (type: string, messageId: string = randomUUID(), topic: string = topicArn) => ({
  Type: type,
  MessageId: messageId,
  TopicArn: topic,
  Timestamp: '2026-11-20T10:00:00.000Z',
  SignatureVersion: '2',
  SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abc.pem',
})

/** `fields`: what the signature covers, in its order. */
function signed<Message extends object>(message: Message, fields: (keyof Message & string)[], key = certificate.key) {
  const text = fields.map((field) => `${field}\n${String(message[field])}\n`).join('')
  return { ...message, Signature: sign('RSA-SHA256', Buffer.from(text), key).toString('base64') }
}

/** SES's report on an e-mail of ours, accepted at ten. */
export function sesEvent(
  eventType: 'Delivery' | 'Bounce' | 'Open',
  logId: string,
  timestamp: string,
  changes: Record<string, unknown> = {},
) {
  const mail = { messageId: `ses-${logId}`, timestamp: '2026-11-20T10:00:00Z', destination: ['bo@example.org'], tags: { log_id: [logId] } }
  switch (eventType) {
    case 'Delivery':
      return { eventType, mail, delivery: { timestamp, recipients: ['bo@example.org'], smtpResponse: '250 OK', ...changes } }
    case 'Bounce':
      return {
        eventType,
        mail,
        bounce: {
          bounceType: 'Permanent',
          bounceSubType: 'NoEmail',
          bouncedRecipients: [{ emailAddress: 'bo@example.org' }],
          timestamp,
          feedbackId: `bounce-${logId}`,
          ...changes,
        },
      }
    case 'Open':
      return { eventType, mail, open: { timestamp, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Thunderbird/140.0', ...changes } }
  }
}
