import * as z from 'zod'
import { isAutomaticFetch } from './automatic-fetch.ts'
import { detailOf, type Feedback, type ReadFeedback, referenceOf, timeOf } from './feedback.ts'
import { parseWebhook } from './webhook-json.ts'

/** Documented are lists; single objects are met too. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value): unknown[] => (value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value]),
    z.array(schema),
  )
const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .catch(undefined)
    .transform((value) => value ?? undefined)
const said = orNothing(z.union([z.string(), z.number()]))
const text = orNothing(z.string())

const detail = z.object({
  reason: text,
  diagnostic_message: text,
  bounced_recipient: text,
  time: said,
  to: text,
  user_agent: text,
  link: text,
  url: text,
})
const payload = z.object({
  event_name: listOf(z.string()),
  event_message: listOf(
    z.object({
      request_id: text,
      email_info: z
        .object({
          client_reference: text,
          processed_time: said,
          to: listOf(z.object({ email_address: z.object({ address: z.string() }) })).catch([]),
        })
        .optional(),
      event_data: listOf(z.object({ object: text, details: listOf(detail).catch([]) })).catch([]),
    }),
  ),
  webhook_request_id: z.string().min(1).max(200),
})
type Detail = z.infer<typeof detail>

const kinds = new Map<string, Pick<Feedback, 'kind' | 'isPermanent'>>([
  ['delivered', { kind: 'delivered', isPermanent: false }],
  ['delivery', { kind: 'delivered', isPermanent: false }],
  ['email_delivered', { kind: 'delivered', isPermanent: false }],
  ['email_open', { kind: 'opened', isPermanent: false }],
  ['email_link_click', { kind: 'clicked', isPermanent: false }],
  ['softbounce', { kind: 'bounced', isPermanent: false }],
  ['hardbounce', { kind: 'bounced', isPermanent: true }],
  ['fbl_complaint', { kind: 'complained', isPermanent: false }],
  ['fbl_compliant', { kind: 'complained', isPermanent: false }], // ZeptoMail's spelling
])

/** Reads a payload whose signature was checked. */
export function readZeptomailEvents(signed: string, receivedAt: Date): ReadFeedback {
  const parsed = payload.safeParse(parseWebhook(signed)).data
  if (parsed === undefined) return { feedback: [], ignored: 'It is no event of ZeptoMail.' }
  const left: string[] = []
  const feedback = parsed.event_message.flatMap((message, position) => {
    const info = message.email_info
    const reference = referenceOf(info?.client_reference, message.request_id)
    if (reference === undefined) {
      left.push('It names no mail.')
      return []
    }
    // Without data there is still the name of the event, which is worth recording.
    const data = message.event_data.length > 0 ? message.event_data : [{ object: undefined, details: [] }]
    return data.flatMap(({ object, details }, part): Feedback[] => {
      const name = (object ?? parsed.event_name[position] ?? parsed.event_name[0] ?? '').toLowerCase()
      const known = kinds.get(name)
      if (known === undefined) {
        left.push(`Events named ${JSON.stringify(name.slice(0, 40))} are not used.`)
        return []
      }
      const [first] = details
      const happenedAt = timeOf(first?.time ?? info?.processed_time, receivedAt)
      return [
        {
          ...known,
          sourceId: [parsed.webhook_request_id, position, part].join(':'),
          reference,
          recipients: recipientsOf(known.kind, details, info?.to.map(({ email_address }) => email_address.address) ?? []),
          happenedAt,
          isAutomatic: isAutomatic(known.kind, first, happenedAt),
          detail: detailOf({
            reason: first?.reason,
            diagnostic: first?.diagnostic_message,
            user_agent: first?.user_agent,
            link: first?.link ?? first?.url,
          }),
        },
      ]
    })
  })
  return { feedback, ignored: left.length === 0 ? null : left.join(' ') }
}

function recipientsOf(kind: Feedback['kind'], details: readonly Detail[], addressed: string[]): string[] {
  if (kind !== 'bounced') return addressed
  const bounced = details
    .map(({ bounced_recipient }) => bounced_recipient)
    .filter((address) => address !== undefined)
    .filter(Boolean)
  return bounced.length > 0 ? bounced : addressed
}

/** ZeptoMail does not always say which program it was, and it leaves scanners out itself: silence is no sign of one. */
function isAutomatic(kind: Feedback['kind'], first: Detail | undefined, happenedAt: Date): boolean {
  if ((kind !== 'opened' && kind !== 'clicked') || first?.user_agent === undefined) return false
  return isAutomaticFetch({ kind, method: 'GET', userAgent: first.user_agent, acceptedAt: undefined, happenedAt })
}
