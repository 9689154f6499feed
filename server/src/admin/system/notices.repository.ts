import type { Db } from '../../platform/database.ts'

export function createNoticesRepository(db: Db) {
  return {
    /** The latest one in the audit log, which is permanent. */
    findLast: () =>
      db
        .selectFrom('audit_log')
        .where('action', '=', 'system.notice_sent')
        .orderBy('happened_at', 'desc')
        .orderBy('id', 'desc')
        .select(['target_name as title', 'happened_at', 'actor_name'])
        .limit(1)
        .executeTakeFirst(),
  }
}

export type NoticesRepository = ReturnType<typeof createNoticesRepository>
