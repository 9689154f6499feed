import type { Db } from '../../platform/database.ts'

export function createTrialsRepository(db: Db) {
  return {
    /** State of an e-mail. */
    find: (logId: string) =>
      db
        .selectFrom('email_logs')
        .leftJoin('email_providers', 'email_providers.id', 'email_logs.provider_id')
        .where('email_logs.id', '=', logId)
        .select([
          'email_logs.status',
          'email_logs.queue',
          'email_logs.attempts',
          'email_logs.waiting_reason',
          'email_logs.error_message',
          'email_providers.name as provider_name',
        ])
        .executeTakeFirst(),
  }
}

export type TrialsRepository = ReturnType<typeof createTrialsRepository>
