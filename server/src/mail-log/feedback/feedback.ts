import { providerId } from '../../mail-delivery/delivery/provider-text.ts'

/** What a provider, or the recipient's mail program, tells of one mail afterwards. The same for all providers. */
export interface Feedback {
  /** The same for the same event, however often and by whichever way it is told. */
  sourceId: string
  /** How the mail is found: by our own id where the provider kept it, else by the id that the provider gave it. */
  reference: { logId: string } | { providerMessageId: string }
  kind: 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'delayed' | 'failed'
  /** For a bounce: trying again is useless, so the address goes on the suppression list. False for everything else. */
  isPermanent: boolean
  /** Whom it concerns. May be empty: some providers of mailboxes blacken who complained. */
  recipients: string[]
  happenedAt: Date
  /** Fetched by a scanner or a privacy proxy, not by a person: kept, not counted. */
  isAutomatic: boolean
  /** For the administrator: reason, link, mail program. Bounded, and text only. */
  detail: Record<string, string>
}

/** What a payload holds; `ignored` says why there is nothing in it, or what was left out. */
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

/** Only what is there, as single bounded lines: it comes from strangers, and ends up on a screen. */
export function detailOf(fields: Record<string, string | undefined | null>): Record<string, string> {
  const lines = Object.entries(fields).map(
    ([name, value]) =>
      [
        name,
        (value ?? '')
          .replace(/[\p{Cc}\s]+/gu, ' ')
          .trim()
          .slice(0, 500)
          // Half of a character, cut by us or sent, is nothing that the database takes as JSON: the event would come again for ever.
          .toWellFormed(),
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
