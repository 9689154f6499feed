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
    /** `only`: some kinds, or what somebody else did. */
    async list(userId: string, only: { kinds?: readonly string[]; byOthers?: boolean }, limit: number, offset: number) {
      const wanted = db
        .selectFrom('activity')
        .where('user_id', '=', userId)
        .$if(only.byOthers === true, (query) => query.where('actor_name', 'is not', null))
        .$if(only.kinds !== undefined, (query) => query.where('kind', 'in', only.kinds ?? []))
      const [rows, { total }] = await Promise.all([
        wanted
          .select(['id', 'kind', 'actor_name', 'detail', 'ip', 'happened_at'])
          .orderBy('happened_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { rows, total }
    },
    async removeBefore(time: Date): Promise<void> {
      await db.deleteFrom('activity').where('happened_at', '<', time).execute()
    },
  }
}

export type ActivityRepository = ReturnType<typeof createActivityRepository>
