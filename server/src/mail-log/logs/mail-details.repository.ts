import type { Db } from '../../platform/database.ts'

/** One e-mail and its attempts. */
export function createMailDetails(db: Db) {
  return {
    listAttempts: (logId: string) =>
      db
        .selectFrom('mail_attempts')
        .where('log_id', '=', logId)
        .orderBy('started_at')
        .orderBy('id')
        .select(['number', 'provider_name', 'outcome', 'code', 'detail', 'started_at', 'finished_at'])
        .execute(),
    /** The provider's report on an undelivered e-mail. */
    async findTrouble(logId: string): Promise<Record<string, unknown> | undefined> {
      const row = await db
        .selectFrom('email_feedback')
        .where('log_id', '=', logId)
        .where('kind', 'in', ['bounced', 'failed', 'complained'])
        .orderBy('happened_at')
        .orderBy('id')
        .limit(1)
        .select('detail')
        .executeTakeFirst()
      return row?.detail as Record<string, unknown> | undefined
    },
  }
}
