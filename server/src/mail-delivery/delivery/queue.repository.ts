import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { originNow } from '../../platform/cause.ts'
import type { Database, Db } from '../../platform/database.ts'
import { withoutWaitingForDisk } from './attempts.repository.ts'
import { claimMail, type Claim, type ClaimedMail } from './claims.repository.ts'
import { createSendingSteps } from './sending-steps.repository.ts'
import { createWaitingMail } from './waiting-mail.repository.ts'
import { changesRow } from '../../platform/row-counts.ts'

export type NewMailRow = Insertable<Database['email_logs']>

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

export function createQueueRepository(db: Db) {
  const isPut = async (key: string) =>
    (await db.selectFrom('email_logs').where('idempotency_key', '=', key).select('id').executeTakeFirst()) !== undefined

  return {
    ...createWaitingMail(db),
    ...createSendingSteps(db),
    /**
     * False: a mail with this idempotency key exists already. A key is unique within a month: two that put the same one at the same time are kept apart
     * by what both hold, such as the row that is sent again.
     */
    async put(mail: NewMailRow): Promise<boolean> {
      if (typeof mail.idempotency_key === 'string' && (await isPut(mail.idempotency_key))) return false
      return changesRow(
        db
          .insertInto('email_logs')
          .values({ ...originNow(), ...mail })
          .onConflict((conflict) => conflict.doNothing()),
      )
    },
    async putAll(mails: readonly NewMailRow[]): Promise<void> {
      if (mails.length > 0) await db.insertInto('email_logs').values(mails).execute()
    },
    claim: (claim: Claim, now: Date, leaseUntil: Date, limit: number) => claimMail(db, claim, now, leaseUntil, limit),
    /** Goes on with a claimed mail. False: the lease was lost, and the mail is somebody else's now. */
    progress: (id: string, fence: number, change: MailProgress): Promise<boolean> =>
      changesRow(
        db
          .updateTable('email_logs')
          .set({ ...change, lease_until: null })
          .where('id', '=', id)
          .where('fence', '=', fence)
          .where('queue', '=', 'claimed')
          .where(withoutWaitingForDisk),
      ),
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
    rename: (id: string, fence: number, messageId: string): Promise<boolean> =>
      changesRow(
        db
          .updateTable('email_logs')
          .set({ message_id: messageId })
          .where('id', '=', id)
          .where('fence', '=', fence)
          .where('queue', '=', 'claimed'),
      ),
  }
}

export type QueueRepository = ReturnType<typeof createQueueRepository>
