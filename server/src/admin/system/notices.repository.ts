import type { Db } from '../../platform/database.ts'
import { countRows } from '../../platform/row-counts.ts'

export function createNoticesRepository(db: Db) {
  return {
    countPeople: (): Promise<number> =>
      countRows(db.selectFrom('people as users').where('is_active', '=', true).where('deleted_at', 'is', null)),
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
