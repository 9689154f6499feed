import { sql } from 'kysely'
import { speak } from '../../platform/spoken.ts'
import type { Db } from '../../platform/database.ts'
import { accepted, type AttemptEnd, begun, ended, type NewAttempt, withoutWaitingForDisk } from './attempts.repository.ts'
import { type ClaimedMail } from './claims.repository.ts'
import type { Acceptance } from './hand-over-turns.ts'
import type { MailProgress } from './queue.repository.ts'
import { changesRow } from '../../platform/row-counts.ts'

/** Records the beginning and end of sending. */
export function createSendingSteps(db: Db) {
  return {
    /** From here on the e-mail may be out, whatever happens to this process. False, and nothing written: the lease was lost. */
    async begin(attempt: NewAttempt, fence: number, now: Date): Promise<boolean> {
      const { rows } = await sql`${begun(attempt, fence, now)} returning ${withoutWaitingForDisk}`.execute(db)
      return rows.length === 1
    },
    /** Records an attempt that ended while its e-mail goes on; one that never reached its provider is inserted here. */
    async endAttempt(attempt: NewAttempt, end: AttemptEnd): Promise<void> {
      await ended(db, attempt, end).execute()
    },
    /**
     * Records the end of an attempt and the e-mail's next state together, so that a worker killed in between cannot lose the outcome. False: the
     * lease was lost.
     */
    conclude: (attempt: NewAttempt, end: AttemptEnd, fence: number, change: MailProgress): Promise<boolean> =>
      changesRow(
        db
          .with('ended', () => ended(db, attempt, end))
          .updateTable('email_logs')
          .set({ ...change, lease_until: null })
          .where('id', '=', attempt.log_id)
          .where('fence', '=', fence)
          .where('queue', '=', 'claimed')
          .where(withoutWaitingForDisk),
      ),
    /** The same for an attempt that was begun and accepted. */
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
    /** Recovers e-mail of dead workers: back to the queue if it was certainly not handed over, otherwise in doubt. Answers those in doubt. */
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
    /** Closes attempts whose outcome is unknown. */
    async closeInterrupted(logId: string, now: Date): Promise<void> {
      await db
        .updateTable('email_attempts')
        .set({ finished_at: now, detail: speak('delivery.worker_ended') })
        .where('log_id', '=', logId)
        .where('finished_at', 'is', null)
        .execute()
    },
  }
}
