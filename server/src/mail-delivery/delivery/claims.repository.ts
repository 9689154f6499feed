import { normalized } from '../../platform/email-address-sql.ts'
import { type EventClass, urgencyRank } from '@twofold/contract/event-definition'
import { type Selectable, sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'

type SuppressionReason = Selectable<Database['email_suppressions']>['reason']

export interface ClaimedMail {
  id: string
  class: EventClass
  outgoing: Buffer
  message_id: string
  recipient_email: string
  recipient_name: string | null
  subject: string
  is_tracked: boolean
  preferred_provider_id: string | null
  attempts: number
  fence: number
  useful_until: Date | null
  due_at: Date
  /** The request that it follows from, and its place in a trace. */
  caused_by: string | null
  traceparent: string | null
  /** An attempt without a known outcome may have succeeded: a copy must carry the same Message-ID. */
  may_be_out: boolean
  /** Reason why its address was suppressed after the decision to send; null: not suppressed. */
  suppressed: SuppressionReason | null
  /** Its address has an account. */
  has_account: boolean
}

const claimed = [
  'id',
  'class',
  'outgoing',
  'message_id',
  'recipient_email',
  'recipient_name',
  'subject',
  'is_tracked',
  'preferred_provider_id',
  'attempts',
  'fence',
  'useful_until',
  'due_at',
  'caused_by',
  'traceparent',
] as const

export interface Claim {
  classes: readonly ClaimedMail['class'][]
  provider_id: string
  /** Other providers that currently accept these classes. E-mail that prefers one of them is left to it. */
  others: readonly string[]
  /** Whether this provider ranks first, and so takes e-mail without a preference. */
  is_first: boolean
  /** Nothing is claimed as long as this, which is more urgent, waits. */
  unless: Claim | undefined
}

const goesTo = ({ provider_id, others, is_first }: Claim) =>
  is_first
    ? sql<boolean>`(preferred_provider_id is null or preferred_provider_id <> all(${others}::uuid[]))`
    : sql<boolean>`preferred_provider_id = ${provider_id}`

const dueFor = (db: Db, claim: Claim, now: Date) =>
  db
    .selectFrom('email_logs')
    .where('queue', '=', 'due')
    .where('due_at', '<=', now)
    .where('outgoing', 'is not', null)
    .where('class', 'in', claim.classes)
    .where(goesTo(claim))

/*
 * `offset 0` has each looked up for its e-mail. PostgreSQL does not know how few a claim takes of a table by months, and would read all of these
 * tables at once instead.
 */

/** Claims due e-mails for this worker alone until the lease ends: the most urgent class first, within a class the longest due. */
export async function claimMail(db: Db, claim: Claim, now: Date, leaseUntil: Date, limit: number): Promise<ClaimedMail[]> {
  const urgency = sql<number>`email_urgency(class)`
  const rows = await db
    .updateTable('email_logs')
    .set((row) => ({ queue: 'claimed' as const, lease_until: leaseUntil, fence: row('fence', '+', 1) }))
    .where('id', 'in', () => {
      const claimable = dueFor(db, claim, now)
      const { unless } = claim
      return (unless === undefined ? claimable : claimable.where(({ not, exists }) => not(exists(dueFor(db, unless, now).select('id')))))
        .orderBy(urgency)
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id')
    })
    .returning(claimed)
    .returning((row) =>
      row
        .selectFrom('email_suppressions')
        .where('email', '=', normalized('email_logs.recipient_email'))
        .whereRef('email_suppressions.listed_at', '>', 'email_logs.created_at')
        .select('reason')
        .as('suppressed'),
    )
    .returning((row) =>
      row
        .exists(
          row
            .selectFrom('people')
            .where('people.deleted_at', 'is', null)
            .where('people.email_normalized', '=', normalized('email_logs.recipient_email'))
            .select('people.id')
            .offset(0),
        )
        .$castTo<boolean>()
        .as('has_account'),
    )
    .returning((row) =>
      row
        .exists(
          row
            .selectFrom('email_attempts')
            .whereRef('email_attempts.log_id', '=', 'email_logs.id')
            .where('email_attempts.outcome', 'in', ['unknown', 'interrupted'])
            .select('email_attempts.id')
            .offset(0),
        )
        .$castTo<boolean>()
        .as('may_be_out'),
    )
    .execute()
  return rows
    .flatMap(({ outgoing, ...row }) => (outgoing === null ? [] : [{ ...row, outgoing }]))
    .toSorted((a, b) => urgencyRank(a.class) - urgencyRank(b.class) || a.due_at.getTime() - b.due_at.getTime())
}
