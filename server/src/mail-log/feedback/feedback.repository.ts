import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Db } from '../../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'
import { changesRow, countChanged } from '../../platform/row-counts.ts'

export type FeedbackRow = Selectable<Database['email_feedback']>

export function createFeedbackRepository(db: Db) {
  return {
    /** False: it was reported before. */
    put: (feedback: Insertable<Database['email_feedback']>): Promise<boolean> =>
      changesRow(
        db
          .insertInto('email_feedback')
          .values(feedback)
          .onConflict((conflict) => conflict.columns(['source', 'source_id']).doNothing()),
      ),
    async markApplied(id: string, logId: string, now: Date): Promise<void> {
      await db.updateTable('email_feedback').set({ log_id: logId, applied_at: now }).where('id', '=', id).execute()
    },
    /** Parked feedback whose e-mail is known now. Locked until the transaction ends. */
    listArrived: (limit: number): Promise<FeedbackRow[]> =>
      db
        .selectFrom('email_feedback')
        .where('applied_at', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('logged_mails')
              .whereRef('logged_mails.provider_message_id', '=', 'email_feedback.reference')
              .select('logged_mails.id'),
          ),
        )
        .orderBy('received_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .selectAll()
        .execute(),
    /** Forgets what waited in vain, at most `limit`. Answers how much. */
    async removeParked(before: Date, limit: number): Promise<number> {
      const old = db
        .selectFrom('email_feedback')
        .where('applied_at', 'is', null)
        .where('received_at', '<', before)
        .limit(limit)
        .select('id')
      return countChanged(() => db.deleteFrom('email_feedback').where('id', 'in', old).executeTakeFirst())
    },
    removable: (until: Date): RetentionTask[] => [
      rowsUntil({ table: 'email_feedback', column: 'received_at', until, where: sql<boolean>`applied_at is not null` }),
    ],
  }
}

export type FeedbackRepository = ReturnType<typeof createFeedbackRepository>
