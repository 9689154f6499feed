import type { Db } from '../platform/database.ts'
import { readTotal, totalOf } from '../platform/paging.ts'
import { rowsUntil } from '../platform/retention.ts'
import type { RetentionTask } from '../platform/retention.ts'

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
      const rows = await wanted
        .select(['id', 'kind', 'actor_name', 'detail', 'ip', 'happened_at', totalOf(wanted)])
        .orderBy('happened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      return { rows, total: await readTotal(rows, offset, wanted) }
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'activity', column: 'happened_at', until })],
  }
}

export type ActivityRepository = ReturnType<typeof createActivityRepository>
