import { cutText } from '@twofold/contract/cut-text'
import { providerId } from '../../mail-delivery/delivery/provider-text.ts'

/** A later report on one e-mail by a provider or the recipient's mail program. The same form for all providers. */
export interface Feedback {
  /** Identifies the event, however often and through whichever channel it is reported. */
  sourceId: string
  /** Identifies the e-mail: by our own id if the provider kept it, otherwise by the provider's. */
  reference: { logId: string } | { providerMessageId: string }
  kind: 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'delayed' | 'failed'
  /** For a bounce: retrying is useless, so the address is suppressed. False for everything else. */
  isPermanent: boolean
  /** The affected recipients. May be empty: some mailbox providers redact the complainant. */
  recipients: string[]
  happenedAt: Date
  /** Fetched by a scanner or a privacy proxy, not by a person: kept, not counted. */
  isAutomatic: boolean
  /** For the administrator: reason, link, mail program. Bounded, and text only. */
  detail: Record<string, string>
}

/** Content of a payload; `ignored` says why there is none, or what was left out. */
export interface ReadFeedback {
  feedback: Feedback[]
  ignored: string | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Undefined when neither is there. A reference that we cannot have made is not looked for. */
export function referenceOf(logId: string | undefined, providerMessageId: string | undefined): Feedback['reference'] | undefined {
  if (logId !== undefined && uuid.test(logId)) return { logId: logId.toLowerCase() }
  const known = providerId(providerMessageId)
  return known === undefined ? undefined : { providerMessageId: known }
}

/** Keeps present fields as single bounded lines: they come from strangers, and end up on a screen. */
export function detailOf(fields: Record<string, string | undefined | null>): Record<string, string> {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      [
        name,
        // Half of a character, cut by us or sent, is nothing that the database takes as JSON: the event would come again for ever.
        cutText(
          (value ?? '')
            .replace(/[\p{Cc}\s]+/gu, ' ')
            .trim()
            .toWellFormed(),
          500,
        ),
      ] as const,
  )
  return Object.fromEntries(lines.filter(([, line]) => line !== ''))
}

/** No provider tells of anything before; further back, times are none that the database knows. */
const earliest = Date.parse('2000-01-01T00:00:00Z')

/** The time that a payload says, in any of the usual ways; else `otherwise`. */
export function timeOf(said: string | number | undefined, otherwise: Date): Date {
  if (said === undefined || said === '') return otherwise
  const time = new Date(/^\d+$/.test(String(said)) ? Number(said) : said)
  return time.getTime() >= earliest ? time : otherwise
}
