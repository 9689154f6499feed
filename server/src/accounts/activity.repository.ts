import type { Db } from '../platform/database.ts'

export interface NewActivityRow {
  id: string
  user_id: string
  kind: string
  actor_id: string | null
  actor_name: string | null
  detail: string
  ip: string | null
  happened_at: Date
}

export function createActivityRepository(db: Db) {
  return {
    async put(row: NewActivityRow): Promise<void> {
      await db.insertInto('activity').values(row).execute()
    },
    async list(userId: string, limit: number, offset: number) {
      const [rows, { total }] = await Promise.all([
        db
          .selectFrom('activity')
          .where('user_id', '=', userId)
          .select(['id', 'kind', 'actor_name', 'detail', 'ip', 'happened_at'])
          .orderBy('happened_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        db
          .selectFrom('activity')
          .where('user_id', '=', userId)
          .select(({ fn }) => fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow(),
      ])
      return { rows, total }
    },
    async removeBefore(time: Date): Promise<void> {
      await db.deleteFrom('activity').where('happened_at', '<', time).execute()
    },
  }
}

export type ActivityRepository = ReturnType<typeof createActivityRepository>
