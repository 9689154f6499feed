import type { Db } from '../../platform/database.ts'

export function createNoticesRepository(db: Db) {
  return {
    async countPeople(): Promise<number> {
      const { count } = await db
        .selectFrom('users')
        .where('is_active', '=', true)
        .where('deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    /** As it stands in the audit log, which keeps it for good. */
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
