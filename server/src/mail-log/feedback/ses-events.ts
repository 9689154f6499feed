import * as z from 'zod'
import { isAutomaticFetch } from './automatic-fetch.ts'
import { detailOf, type Feedback, type ReadFeedback, referenceOf, timeOf } from './feedback.ts'
import { parseWebhook } from './webhook-json.ts'

const optionalText = z
  .string()
  .nullish()
  .catch(undefined)
  .transform((text) => text ?? undefined)
const addresses = z.array(z.object({ emailAddress: z.string() })).catch([])
const fetched = z.object({ timestamp: optionalText, ipAddress: optionalText, userAgent: optionalText, link: optionalText })

/** An event of a configuration set (`eventType`), or a notification of an identity (`notificationType`, without tags). */
const event = z.object({
  eventType: z.string().optional(),
  notificationType: z.string().optional(),
  mail: z.object({
    messageId: z.string(),
    timestamp: optionalText,
    destination: z.array(z.string()).catch([]),
    tags: z.record(z.string(), z.array(z.string())).catch({}),
  }),
  delivery: z.object({ timestamp: optionalText, recipients: z.array(z.string()).catch([]), smtpResponse: optionalText }).optional(),
  bounce: z
    .object({
      bounceType: z.string(),
      bounceSubType: optionalText,
      feedbackId: optionalText,
      timestamp: optionalText,
      bouncedRecipients: z.array(z.object({ emailAddress: z.string(), status: optionalText, diagnosticCode: optionalText })).catch([]),
    })
    .optional(),
  complaint: z
    .object({ complainedRecipients: addresses, feedbackId: optionalText, complaintFeedbackType: optionalText, timestamp: optionalText })
    .optional(),
  deliveryDelay: z.object({ delayType: optionalText, timestamp: optionalText, delayedRecipients: addresses }).optional(),
  open: fetched.optional(),
  click: fetched.optional(),
  reject: z.object({ reason: optionalText }).optional(),
  failure: z.object({ errorMessage: optionalText, templateName: optionalText }).optional(),
})
type SesEvent = z.infer<typeof event>
type Reported = Pick<Feedback, 'kind'> & Partial<Pick<Feedback, 'isPermanent' | 'isAutomatic' | 'recipients' | 'detail'>>
/** `at`: time of the event; `id`: SES's own id of the event, the same in both formats. */
type Found = Reported & { at?: string | undefined; id?: string | undefined }

/** Reads the Message of a verified SNS notification. `received.messageId` is the one of SNS. */
export function readSesEvent(message: string, received: { messageId: string; at: Date }): ReadFeedback {
  const parsed = parse(message)
  if (parsed === undefined) return ignored('It is no event of SES.') // such as the greeting of a topic that was just set up
  const found = read(parsed)
  if (typeof found === 'string') return ignored(found)
  const reference = referenceOf(parsed.mail.tags['log_id']?.[0], parsed.mail.messageId)
  if (reference === undefined) return ignored('It names no mail.')
  const { at, id, ...reported } = found
  return {
    feedback: [
      {
        isPermanent: false,
        isAutomatic: false,
        recipients: parsed.mail.destination,
        detail: {},
        ...reported,
        sourceId: id === undefined || id === '' ? received.messageId : `${reported.kind}:${id}`,
        reference,
        happenedAt: timeOf(at, received.at),
      },
    ],
    ignored: null,
  }
}

/** The event, or the reason why it does not matter. */
function read({ eventType, notificationType, mail, ...parts }: SesEvent): Found | string {
  const type = eventType ?? notificationType ?? ''
  const { delivery, bounce, complaint, deliveryDelay, open, click, reject, failure } = parts
  if (type === 'Delivery' && delivery !== undefined) {
    return {
      kind: 'delivered',
      at: delivery.timestamp,
      recipients: delivery.recipients,
      detail: detailOf({ response: delivery.smtpResponse }),
    }
  }
  if (type === 'Bounce' && bounce !== undefined) return readBounce(bounce)
  if (type === 'Complaint' && complaint !== undefined) {
    if (complaint.complaintFeedbackType === 'not-spam') return 'The recipient says that it is not spam.'
    const named = complaint.complainedRecipients.map(({ emailAddress }) => emailAddress).filter(isWhole)
    const recipients = named.length > 0 ? named : mail.destination.filter(isWhole)
    return {
      kind: 'complained',
      at: complaint.timestamp,
      id: complaint.feedbackId,
      recipients,
      detail: detailOf({ type: complaint.complaintFeedbackType }),
    }
  }
  if (type === 'DeliveryDelay' && deliveryDelay !== undefined) {
    const recipients = deliveryDelay.delayedRecipients.map(({ emailAddress }) => emailAddress)
    return { kind: 'delayed', at: deliveryDelay.timestamp, recipients, detail: detailOf({ type: deliveryDelay.delayType }) }
  }
  if (type === 'Open' && open !== undefined) return readFetch('opened', open, mail)
  if (type === 'Click' && click !== undefined) return readFetch('clicked', click, mail)
  if (type === 'Reject' && reject !== undefined) return { kind: 'failed', detail: detailOf({ reason: reject.reason }) }
  if (type === 'Rendering Failure' && failure !== undefined) return { kind: 'failed', detail: detailOf({ reason: failure.errorMessage }) }
  return `Events of type ${JSON.stringify(type.slice(0, 40))} are not used.`
}

function readBounce(bounce: NonNullable<SesEvent['bounce']>): Found {
  const [first] = bounce.bouncedRecipients
  return {
    kind: 'bounced',
    at: bounce.timestamp,
    id: bounce.feedbackId,
    isPermanent: bounce.bounceType === 'Permanent',
    recipients: bounce.bouncedRecipients.map(({ emailAddress }) => emailAddress),
    detail: detailOf({ type: bounce.bounceType, subtype: bounce.bounceSubType, status: first?.status, reason: first?.diagnosticCode }),
  }
}

function readFetch(kind: 'opened' | 'clicked', fetch: z.infer<typeof fetched>, mail: SesEvent['mail']): Found {
  const happenedAt = fetch.timestamp === undefined ? undefined : new Date(fetch.timestamp)
  const acceptedAt = mail.timestamp === undefined ? undefined : new Date(mail.timestamp)
  const isAutomatic = isAutomaticFetch({ kind, method: 'GET', userAgent: fetch.userAgent, acceptedAt, happenedAt })
  return { kind, at: fetch.timestamp, isAutomatic, detail: detailOf({ user_agent: fetch.userAgent, link: fetch.link }) }
}

/** Blackened addresses are no addresses. */
const isWhole = (address: string) => /^[^\s@*]+@[^\s@*]+$/.test(address) && !/^redacted@/i.test(address)

const ignored = (reason: string): ReadFeedback => ({ feedback: [], ignored: reason })

function parse(message: string): SesEvent | undefined {
  return event.safeParse(parseWebhook(message)).data
}
