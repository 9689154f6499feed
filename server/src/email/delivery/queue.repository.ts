import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import { preparedAs } from '../../platform/database.ts'
import type { Database, Db } from '../../platform/database.ts'
import type { Acceptance } from './hand-over.ts'
import type { SendOutcome } from './sender.ts'

type SuppressionReason = Selectable<Database['email_suppressions']>['reason']

export type NewMailRow = Insertable<Database['email_logs']>

export interface ClaimedMail {
  id: string
  class: 'security' | 'account' | 'optional' | 'system'
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
  /** Why its address was suppressed after the mail had been decided on, if it was. */
  suppressed: SuppressionReason | null
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
] as const

/**
 * A failure of power may cost the last moments of these, and nothing else: the mail is then handed over again, with the same
 * Message-ID. Waiting for the disk here would halve what a worker can send.
 */
const withoutWaitingForDisk = sql<boolean>`set_config('synchronous_commit', 'off', true) = 'off'`

export function createQueueRepository(db: Db) {
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

    /** Takes mail that is due for this worker alone, until the lease ends. */
    async claim(now: Date, leaseUntil: Date, limit: number): Promise<ClaimedMail[]> {
      const rows = await db
        .updateTable('email_logs')
        .set((row) => ({ queue: 'claimed' as const, lease_until: leaseUntil, fence: row('fence', '+', 1) }))
        .where('id', 'in', (due) =>
          due
            .selectFrom('email_logs')
            .where('queue', '=', 'due')
            .where('due_at', '<=', now)
            .where('outgoing', 'is not', null)
            .orderBy('due_at')
            .orderBy('id')
            .limit(limit)
            .forUpdate()
            .skipLocked()
            .select('id'),
        )
        .returning(claimed)
        .returning((row) =>
          row
            .selectFrom('email_suppressions')
            .where('email', '=', (wanted) => wanted.fn<string>('lower', ['email_logs.recipient_email']))
            .whereRef('email_suppressions.created_at', '>', 'email_logs.created_at')
            .select('reason')
            .as('suppressed'),
        )
        .execute()
      return rows.flatMap(({ outgoing, ...row }) => (outgoing === null ? [] : [{ ...row, outgoing }]))
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

    /** From here on the mail may be out, whatever happens to this process. False, and nothing written: the lease was lost. */
    async begin(attempt: NewAttempt, fence: number, now: Date): Promise<boolean> {
      const { rows } = await sql`${preparedAs('mail-begun')} ${begun(attempt, fence, now)} returning ${withoutWaitingForDisk}`.execute(db)
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
      const { rows } = await sql`${preparedAs('mail-accepted')}
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
      const { rows } = await sql<{ is_accepted: boolean; is_begun: boolean }>`${preparedAs('mail-accepted-and-begun')}
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
    /** Says of mail that waits why it waits. */
    async noteWaiting(reason: string | null, now: Date): Promise<void> {
      await db
        .updateTable('email_logs')
        .set({ waiting_reason: reason })
        .where('queue', '=', 'due')
        .where('due_at', '<=', now)
        .where('waiting_reason', 'is distinct from', reason)
        .execute()
    },
  }
}

const begun = (attempt: NewAttempt, fence: number, now: Date) => sql`
  insert into email_attempts (id, log_id, number, provider_id, provider_name, outcome, started_at)
  select ${attempt.id}, id, ${attempt.number}, ${attempt.provider_id}, ${attempt.provider_name}, 'interrupted', ${attempt.started_at}
  from email_logs where id = ${attempt.log_id} and fence = ${fence} and queue = 'claimed' and lease_until > ${now}`

const accepted = ({ attempt, fence, provider_kind, provider_message_id, response, accepted_at }: Acceptance) => sql`
  ended as (
    update email_attempts set outcome = 'accepted', detail = ${response}, finished_at = ${accepted_at} where id = ${attempt.id}
  ), done as (
    update email_logs set queue = 'done', lease_until = null, outgoing = null, waiting_reason = null, error_message = null,
      sent_at = ${accepted_at}, attempts = ${attempt.number}, provider_id = ${attempt.provider_id}, provider_kind = ${provider_kind},
      provider_message_id = ${provider_message_id}, provider_response = ${response}
    where id = ${attempt.log_id} and fence = ${fence} and queue = 'claimed' returning id
  )`

/** Written whether or not it was written when it began. */
const ended = (db: Db, attempt: NewAttempt, end: AttemptEnd) =>
  db
    .insertInto('email_attempts')
    .values({ ...attempt, ...end })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(end))

export interface AttemptEnd {
  outcome: SendOutcome['kind']
  code: string | null
  detail: string
  finished_at: Date
}

export interface NewAttempt {
  id: string
  log_id: string
  number: number
  provider_id: string
  provider_name: string
  started_at: Date
}

export type QueueRepository = ReturnType<typeof createQueueRepository>
