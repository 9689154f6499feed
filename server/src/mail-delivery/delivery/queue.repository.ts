import { type Insertable, sql } from 'kysely'
import { originNow } from '../../platform/work-origin.ts'
import type { Database, Db } from '../../platform/database.ts'
import { withoutWaitingForDisk } from './attempts.repository.ts'
import { claimMail, type Claim, type ClaimedMail } from './claims.repository.ts'
import { createSendingSteps } from './sending-steps.repository.ts'
import { createWaitingMail } from './waiting-mail.repository.ts'
import { changesRow } from '../../platform/row-counts.ts'

export type NewMailRow = Insertable<Database['email_logs']>

/** Next state of a claimed e-mail. `due`: retry later. */
export interface MailProgress {
  queue: 'due' | 'done'
  due_at?: Date
  failed_at?: Date
  unknown_at?: Date
  error_message?: string | null
  waiting_reason?: string | null
  provider_id?: string
  provider_kind?: string
  /** Whether this counts against the number of attempts. */
  attempts?: number
  /** The content is dropped once the e-mail is out. */
  outgoing?: null
}

export function createQueueRepository(db: Db) {
  const isPut = async (key: string) =>
    (await db.selectFrom('email_logs').where('idempotency_key', '=', key).select('id').executeTakeFirst()) !== undefined

  return {
    ...createWaitingMail(db),
    ...createSendingSteps(db),
    /**
     * False: an e-mail with this idempotency key exists. A key is unique within a month: concurrent inserts of the same key must be serialized by a
     * lock that both hold, such as on the row that is sent again.
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
    /** Those of these idempotency keys that an e-mail has. */
    async listKeys(keys: readonly string[]): Promise<(string | null)[]> {
      const rows = await db.selectFrom('email_logs').where('idempotency_key', 'in', keys).select('idempotency_key').execute()
      return rows.map(({ idempotency_key: key }) => key)
    },
    async putAll(mails: readonly NewMailRow[]): Promise<void> {
      if (mails.length > 0) await db.insertInto('email_logs').values(mails).execute()
    },
    claim: (claim: Claim, now: Date, leaseUntil: Date, limit: number) => claimMail(db, claim, now, leaseUntil, limit),
    /** Updates a claimed e-mail. False: the lease was lost. */
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
    /** Returns claimed e-mails that have not begun to their place in the queue. */
    async giveBackAll(mails: readonly Pick<ClaimedMail, 'id' | 'fence'>[]): Promise<void> {
      if (mails.length === 0) return
      await sql`
        update email_logs set queue = 'due', lease_until = null
        from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ fence }) => fence)}::int[]) as mine (id, fence)
        where email_logs.id = mine.id and email_logs.fence = mine.fence and email_logs.queue = 'claimed'`.execute(db)
    },
    /** Returns a claimed e-mail to the queue, unless an attempt has no recorded end. Does not count as an attempt. */
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
    /** Changes the Message-ID of an e-mail that was never handed over. False: the lease was lost. */
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
