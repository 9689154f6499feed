import { type Selectable, sql } from 'kysely'
import { type FormerRecipient, isAbout } from '../../platform/former-recipient.ts'
import type { Database, Db } from '../../platform/database.ts'
import { monthsUntil } from '../../platform/months.ts'
import type { RetentionTask } from '../../platform/retention.ts'

/** The time column that each event sets; an event that only means "not yet" sets none. */
const timeOf = {
  delivered: 'delivered_at',
  opened: 'opened_at',
  clicked: 'clicked_at',
  bounced: 'bounced_at',
  complained: 'complained_at',
  failed: 'failed_at',
  delayed: undefined,
} as const

/** Position of an e-mail in the log's order. */
export interface MailPosition {
  created_at: Date
  id: string
}

type Happening = keyof typeof timeOf

export type SentMail = Selectable<Database['email_logs']>

/** The columns that decide whether an e-mail can be resent, and those that name it. */
export interface ResendableMail extends Pick<SentMail, 'id' | 'status' | 'event_name' | 'useful_until' | 'recipient_email' | 'subject'> {
  has_body: boolean
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Changes to an e-mail's row after it was sent. */
export function createSentMailRepository(db: Db) {
  return {
    /** Sets the time once: of several the earliest stays, in whatever order they come. */
    async applyTime(logId: string, kind: Happening, happenedAt: Date): Promise<void> {
      const column = timeOf[kind]
      if (column === undefined) return
      await db
        .updateTable('email_logs')
        .set({ [column]: sql<Date>`least(${sql.ref(column)}, ${happenedAt}::timestamptz)` })
        .where('id', '=', logId)
        .execute()
    },
    /** Records a decision about an e-mail with an unknown outcome. `delivered` counts from now on. */
    async resolve(id: string, as: 'delivered' | 'sent_again', now: Date): Promise<void> {
      const change = { resolution: as, resolved_at: now, ...(as === 'delivered' && { delivered_at: now }) }
      await db.updateTable('email_logs').set(change).where('id', '=', id).execute()
    },

    listResendable: (ids: readonly string[]): Promise<ResendableMail[]> =>
      db
        .selectFrom('email_logs')
        .where('id', 'in', ids)
        .select(['id', 'status', 'event_name', 'useful_until', 'recipient_email', 'subject'])
        .select((row) => row('body', 'is not', null).$castTo<boolean>().as('has_body'))
        .execute(),

    /** The whole row, for sending it again. Held until the transaction ends. */
    lock: (id: string): Promise<SentMail | undefined> =>
      db.selectFrom('email_logs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    /** Finds the e-mail that a provider refers to, by our own id or by the provider's. Locks it until the transaction ends. */
    async holdMeant(reference: string): Promise<{ id: string; recipient_email: string } | undefined> {
      const mails = db.selectFrom('email_logs').select(['id', 'recipient_email']).forKeyShare()
      const own = uuid.test(reference) ? await mails.where('id', '=', reference).executeTakeFirst() : undefined
      return own ?? (await mails.where('provider_message_id', '=', reference).limit(1).executeTakeFirst())
    },
    /** The sent e-mail of an open or a click. */
    findTracked: (id: string) =>
      db.selectFrom('email_logs').where('id', '=', id).where('is_tracked', '=', true).select(['id', 'sent_at', 'body']).executeTakeFirst(),

    /** The oldest e-mails after `after`, by an index-only read. */
    listOldest: (after: MailPosition | undefined, before: Date, limit: number): Promise<MailPosition[]> => {
      const old = db.selectFrom('email_logs').where('created_at', '<', before)
      return (after === undefined ? old : old.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .select(['created_at', 'id'])
        .execute()
    },
    /** Queued e-mail keeps its content. */
    async dropBodies(ids: string[]): Promise<void> {
      await db
        .updateTable('email_logs')
        .set({ body: null })
        .where('id', 'in', ids)
        .where('queue', '=', 'done')
        .where('body', 'is not', null)
        .execute()
    },
    /** Attempts and feedback are removed with it by the database. Queued e-mail stays. */
    async remove(ids: string[]): Promise<void> {
      await db.deleteFrom('email_logs').where('id', 'in', ids).where('queue', '=', 'done').execute()
    },
    /** Attempts of e-mails in months that are removed as a whole. Those of queued e-mail stay. */
    removableAttempts: (until: Date): RetentionTask[] => [
      monthsUntil({
        table: 'email_attempts',
        column: 'started_at',
        until,
        where: sql<boolean>`not exists (select from email_logs where email_logs.id = email_attempts.log_id and email_logs.queue <> 'done')`,
      }),
    ],
    /** Sent or not. */
    async removeSentTo(person: FormerRecipient): Promise<void> {
      await db.deleteFrom('email_logs').where(isAbout(person, 'created_at')).execute()
    },
  }
}

export type SentMailRepository = ReturnType<typeof createSentMailRepository>
