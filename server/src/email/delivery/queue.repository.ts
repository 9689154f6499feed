import type { EventClass } from '@twofold/contract/event-definition'
import { urgencyRank } from '@twofold/contract/event-definition'
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { accepted, begun, ended, withoutWaitingForDisk } from './attempts.repository.ts'
import type { AttemptEnd, NewAttempt } from './attempts.repository.ts'
import type { Acceptance } from './hand-over.ts'

type SuppressionReason = Selectable<Database['email_suppressions']>['reason']

export type NewMailRow = Insertable<Database['email_logs']>

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
  /** A try may have got through that nobody saw the end of: a copy has to carry the same Message-ID. */
  may_be_out: boolean
  /** Why its address was suppressed after the mail had been decided on, if it was. */
  suppressed: SuppressionReason | null
  /** Somebody has an account with its address. */
  has_account: boolean
}

/** How a claimed mail goes on. `due`: later again. */
export interface MailProgress {
  queue: 'due' | 'done'
  due_at?: Date
  failed_at?: Date
  unknown_at?: Date
  error_message?: string | null
  waiting_reason?: string | null
  provider_id?: string
  provider_kind?: string
  /** Whether this counts against the number of tries. */
  attempts?: number
  /** What it says is not needed any more once it is out. */
  outgoing?: null
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
] as const

/** Whose mail is claimed. */
export interface Claim {
  classes: readonly ClaimedMail['class'][]
  provider_id: string
  /** The other providers that take mail of these classes now. What prefers one of them is left to it. */
  others: readonly string[]
  /** Whether this provider is the first of all, and so takes what prefers none of them. */
  is_first: boolean
  /** Nothing is claimed as long as this, which is more urgent, waits. */
  unless: Claim | undefined
}

const goesTo = ({ provider_id, others, is_first }: Claim) =>
  is_first
    ? sql<boolean>`(preferred_provider_id is null or preferred_provider_id <> all(${others}::uuid[]))`
    : sql<boolean>`preferred_provider_id = ${provider_id}`

export function createQueueRepository(db: Db) {
  const dueFor = (claim: Claim, now: Date) =>
    db
      .selectFrom('email_logs')
      .where('queue', '=', 'due')
      .where('due_at', '<=', now)
      .where('outgoing', 'is not', null)
      .where('class', 'in', claim.classes)
      .where(goesTo(claim))

  return {
    /** False: a mail with this idempotency key exists already. */
    async put(mail: NewMailRow): Promise<boolean> {
      const inserted = await db
        .insertInto('email_logs')
        .values(mail)
        .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
        .executeTakeFirst()
      return inserted.numInsertedOrUpdatedRows === 1n
    },

    async putAll(mails: readonly NewMailRow[]): Promise<void> {
      if (mails.length > 0) await db.insertInto('email_logs').values(mails).execute()
    },

    /** Takes mail that is due for this worker alone, until the lease ends: the most urgent first, and of one class what is due longest. */
    async claim(claim: Claim, now: Date, leaseUntil: Date, limit: number): Promise<ClaimedMail[]> {
      const urgency = sql<number>`email_urgency(class)`
      const rows = await db
        .updateTable('email_logs')
        .set((row) => ({ queue: 'claimed' as const, lease_until: leaseUntil, fence: row('fence', '+', 1) }))
        .where('id', 'in', () => {
          const mine = dueFor(claim, now)
          const { unless } = claim
          return (unless === undefined ? mine : mine.where(({ not, exists }) => not(exists(dueFor(unless, now).select('id')))))
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
            .where('email', '=', (wanted) => wanted.fn<string>('lower', ['email_logs.recipient_email']))
            .whereRef('email_suppressions.created_at', '>', 'email_logs.created_at')
            .select('reason')
            .as('suppressed'),
        )
        .returning((row) =>
          row
            .exists(
              row
                .selectFrom('users')
                .where('users.deleted_at', 'is', null)
                .where('users.email_normalized', '=', (wanted) => wanted.fn<string>('lower', ['email_logs.recipient_email']))
                .select('users.id'),
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
                .select('email_attempts.id'),
            )
            .$castTo<boolean>()
            .as('may_be_out'),
        )
        .execute()
      return rows
        .flatMap(({ outgoing, ...row }) => (outgoing === null ? [] : [{ ...row, outgoing }]))
        .toSorted((a, b) => urgencyRank(a.class) - urgencyRank(b.class) || a.due_at.getTime() - b.due_at.getTime())
    },

    /** Goes on with a claimed mail. False: the lease was lost, and the mail is somebody else's now. */
    async progress(id: string, fence: number, change: MailProgress): Promise<boolean> {
      const updated = await db
        .updateTable('email_logs')
        .set({ ...change, lease_until: null })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .where('queue', '=', 'claimed')
        .where(withoutWaitingForDisk)
        .executeTakeFirst()
      return updated.numUpdatedRows === 1n
    },

    /** Claimed mails that nobody has begun with go back into the queue at their place. */
    async giveBackAll(mails: readonly Pick<ClaimedMail, 'id' | 'fence'>[]): Promise<void> {
      if (mails.length === 0) return
      await sql`
        update email_logs set queue = 'due', lease_until = null
        from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ fence }) => fence)}::int[]) as mine (id, fence)
        where email_logs.id = mine.id and email_logs.fence = mine.fence and email_logs.queue = 'claimed'`.execute(db)
    },

    /** A claimed mail goes back into the queue, unless a try to hand it over has no end yet. No try is counted. */
    async giveBack(id: string, fence: number, dueAt: Date): Promise<void> {
      await db
        .updateTable('email_logs')
        .set({ queue: 'due', due_at: dueAt, lease_until: null })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .where('queue', '=', 'claimed')
        .where((row) =>
          row.not(row.exists(row.selectFrom('email_attempts').where('log_id', '=', id).where('finished_at', 'is', null).select('id'))),
        )
        .execute()
    },

    /** A mail that was never handed over gets another Message-ID. False: the lease was lost. */
    async rename(id: string, fence: number, messageId: string): Promise<boolean> {
      const updated = await db
        .updateTable('email_logs')
        .set({ message_id: messageId })
        .where('id', '=', id)
        .where('fence', '=', fence)
        .where('queue', '=', 'claimed')
        .executeTakeFirst()
      return updated.numUpdatedRows === 1n
    },
    /** From here on the mail may be out, whatever happens to this process. False, and nothing written: the lease was lost. */
    async begin(attempt: NewAttempt, fence: number, now: Date): Promise<boolean> {
      const { rows } = await sql`${begun(attempt, fence, now)} returning ${withoutWaitingForDisk}`.execute(db)
      return rows.length === 1
    },
    /** A try that ended while its mail goes on; one that never reached its provider is written here for the first time. */
    async endAttempt(attempt: NewAttempt, end: AttemptEnd): Promise<void> {
      await ended(db, attempt, end).execute()
    },
    /**
     * The end of a try, and with it how the mail goes on: together, so that a worker killed between them cannot leave a mail whose outcome is
     * forgotten. False: the lease was lost.
     */
    async conclude(attempt: NewAttempt, end: AttemptEnd, fence: number, change: MailProgress): Promise<boolean> {
      const updated = await db
        .with('ended', () => ended(db, attempt, end))
        .updateTable('email_logs')
        .set({ ...change, lease_until: null })
        .where('id', '=', attempt.log_id)
        .where('fence', '=', fence)
        .where('queue', '=', 'claimed')
        .where(withoutWaitingForDisk)
        .executeTakeFirst()
      return updated.numUpdatedRows === 1n
    },
    /** The same for one that was begun, and accepted. */
    async accept(acceptance: Acceptance): Promise<boolean> {
      const { rows } = await sql`
        with ${accepted(acceptance)} select id from done where ${withoutWaitingForDisk}`.execute(db)
      return rows.length === 1
    },
    /** And the beginning of the next, in one statement. */
    async acceptAndBegin(
      acceptance: Acceptance,
      next: NewAttempt,
      nextFence: number,
      now: Date,
    ): Promise<{ isAccepted: boolean; isBegun: boolean }> {
      const { rows } = await sql<{ is_accepted: boolean; is_begun: boolean }>`
        with ${accepted(acceptance)}, begun as (${begun(next, nextFence, now)} returning id)
        select exists (select from done) as is_accepted, exists (select from begun) as is_begun where ${withoutWaitingForDisk}`.execute(db)
      return { isAccepted: rows[0]?.is_accepted === true, isBegun: rows[0]?.is_begun === true }
    },

    /** Mail of workers that died: back in the queue where it was certainly not handed over, else in doubt. Answers those in doubt. */
    async recover(now: Date): Promise<{ id: string; class: ClaimedMail['class']; fence: number; attempts: number }[]> {
      const { rows } = await sql<{ id: string; class: ClaimedMail['class']; fence: number; attempts: number; in_doubt: boolean }>`
        with lost as (
          select id from email_logs where queue = 'claimed' and lease_until <= ${now} for update skip locked
        ), doubtful as (
          select log_id from email_attempts where log_id in (select id from lost) and finished_at is null
        )
        update email_logs set fence = fence + 1, due_at = ${now},
          queue = case when id in (select log_id from doubtful) then 'claimed' else 'due' end,
          lease_until = case when id in (select log_id from doubtful) then ${new Date(now.getTime() + 60_000)}::timestamptz end
        where id in (select id from lost)
        returning id, class, fence, attempts, id in (select log_id from doubtful) as in_doubt`.execute(db)
      return rows.filter((row) => row.in_doubt)
    },
    /** The tries that nobody saw the end of have ended now: nobody knows how. */
    async closeInterrupted(logId: string, now: Date): Promise<void> {
      await db
        .updateTable('email_attempts')
        .set({ finished_at: now, detail: 'The worker ended while the mail was being handed over.' })
        .where('log_id', '=', logId)
        .where('finished_at', 'is', null)
        .execute()
    },
    /** Mail that waited for a provider is due now: there is one again. */
    async wakeWaiting(now: Date): Promise<void> {
      await db
        .updateTable('email_logs')
        .set({ due_at: now, waiting_reason: null })
        .where('queue', '=', 'due')
        .where((row) => row.or([row('waiting_reason', '=', 'no_provider'), row('waiting_reason', 'like', 'no_room:%')]))
        .execute()
    },
    /** Says of mail of these classes that is due why it waits. */
    async noteWaiting(reason: string, classes: readonly ClaimedMail['class'][], now: Date): Promise<void> {
      await db
        .updateTable('email_logs')
        .set({ waiting_reason: reason })
        .where('queue', '=', 'due')
        .where('due_at', '<=', now)
        .where('class', 'in', classes)
        .where('waiting_reason', 'is distinct from', reason)
        .execute()
    },
  }
}

export type QueueRepository = ReturnType<typeof createQueueRepository>
