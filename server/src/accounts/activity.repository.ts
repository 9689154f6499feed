import { sql } from 'kysely'
import { insertAudited } from '../platform/audit.repository.ts'
import type { Db } from '../platform/database.ts'
import { monthsUntil } from '../platform/months.ts'
import { readTotal, totalOf } from '../platform/paging.ts'
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

/** The same in the audit log. */
export interface NewAuditedRow {
  id: string
  action: string
  /** False: a clock or a rule did it. */
  byPerson: boolean
  target_kind: string
  /** Undefined: the person. */
  target_name: string | undefined
}

export function createActivityRepository(db: Db) {
  return {
    /** Both in one statement. */
    async put(row: NewActivityRow, audited: NewAuditedRow | undefined): Promise<void> {
      const entry = db.insertInto('activity').values(row)
      if (audited === undefined) return void (await entry.execute())
      const { id, action, byPerson: isActor, target_kind: kind, target_name: name } = audited
      const user = (column: 'id' | 'name' | 'email') => (isActor ? sql.ref(`users.${column}`) : sql`null`)
      await sql`
        with entry as (${entry})
        ${insertAudited(
          {
            id: sql`${id}::uuid`,
            happened_at: sql`${row.happened_at}::timestamptz`,
            actor_id: user('id'),
            actor_name: user('name'),
            actor_email: user('email'),
            action: sql`${action}`,
            target_kind: sql`${kind}`,
            target_id: name === undefined ? sql`users.id::text` : sql`null`,
            target_name: name === undefined ? sql`users.name` : sql`${name}::text`,
            after: sql`${row.detail}::jsonb`,
            ip: sql`${row.ip}::inet`,
          },
          sql`from users where users.id = ${row.user_id}`,
        )}`.execute(db)
    },
    /** `only`: certain kinds, or other people's acts. */
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
    removable: (until: Date): RetentionTask[] => [monthsUntil({ table: 'activity', column: 'happened_at', until })],
  }
}

export type ActivityRepository = ReturnType<typeof createActivityRepository>
