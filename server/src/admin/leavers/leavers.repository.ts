import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'

export interface PlanRow {
  id: string
  user_id: string
  /** Null once the account's data are removed. */
  user_name: string | null
  is_active: boolean
  is_deleted: boolean
  opened_at: Date
  opener_id: string | null
  opener_name: string | null
  reason: string
  closed_at: Date | null
  closed_as: 'done' | 'reactivated' | null
  owned: number
  decided: number
  rotate: number
  renewed: number
  safe: number
}

const plans = sql`
  select plans.id, plans.user_id, users.name as user_name,
    coalesce(users.is_active, false) as is_active, users.id is null or users.deleted_at is not null as is_deleted, plans.opened_at,
    plans.opened_by as opener_id, openers.name as opener_name, plans.reason, plans.closed_at, plans.closed_as, counts.*
  from leaver_plans plans
  left join people users on users.id = plans.user_id
  left join people openers on openers.id = plans.opened_by
  cross join lateral (
    select count(*) filter (where level = 'owner') as owned, count(decision) as decided,
      count(*) filter (where had <> '{}') as rotate, count(renewed_at) filter (where had <> '{}') as renewed,
      count(*) filter (where had = '{}') as safe
    from leaver_keys where plan_id = plans.id
  ) counts`

/** Plans for people who have left: one open at a time for each. */
export function createLeaversRepository(db: Db) {
  return {
    /** The newest plan of a person. */
    async find(userId: string): Promise<PlanRow | undefined> {
      const { rows } = await sql<PlanRow>`
        ${plans} where plans.user_id = ${userId} order by plans.opened_at desc, plans.id desc limit 1`.execute(db)
      return rows[0]
    },
    /** The same, locked until the transaction ends. */
    async lock(userId: string, heir?: string) {
      // Locked before the plan, as a reactivation does, and in the order of ids: the number of a person's keys is guarded by these rows.
      const people =
        sql`select 1 from people users where id = any(${[userId, heir ?? userId]}::uuid[]) order by id for no key update`.execute(db)
      const plan = db
        .selectFrom('leaver_plans')
        .where('user_id', '=', userId)
        .orderBy('opened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .select(['id', 'closed_as'])
        .forUpdate()
        .executeTakeFirst()
      return (await Promise.all([people, plan]))[1]
    },
    async list(state: 'open' | 'closed', limit: number, offset: number): Promise<PlanRow[]> {
      const { rows } = await sql<PlanRow>`
        ${plans} where (plans.closed_at is null) = ${state === 'open'}
        order by plans.opened_at desc, plans.id desc ${rowsAtMost(limit, offset)}`.execute(db)
      return rows
    },
    async count(state: 'open' | 'closed'): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from leaver_plans where (closed_at is null) = ${state === 'open'}`.execute(db)
      return rows[0]?.total ?? 0
    },
    async put(row: { id: string; user_id: string; opened_at: Date; opened_by: string; reason: string }): Promise<void> {
      await db.insertInto('leaver_plans').values(row).execute()
    },
    async setClosed(planId: string, closed: { at: Date; as: 'done' | 'reactivated' } | null): Promise<void> {
      await db
        .updateTable('leaver_plans')
        .set({ closed_at: closed?.at ?? null, closed_as: closed?.as ?? null })
        .where('id', '=', planId)
        .execute()
    },
    /** Number of open decisions and renewals. */
    async countOpen(planId: string): Promise<{ decide: number; rotate: number }> {
      const { rows } = await sql<{ decide: number; rotate: number }>`
        select count(*) filter (where level = 'owner' and decision is null) as decide,
          count(*) filter (where had <> '{}' and renewed_at is null) as rotate
        from leaver_keys where plan_id = ${planId}`.execute(db)
      return rows[0] ?? { decide: 0, rotate: 0 }
    },
    findUser: (id: string) =>
      db
        .selectFrom('people as users')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .select(['id', 'name', 'is_active'])
        .forNoKeyUpdate()
        .executeTakeFirst(),
    hasUser: async (id: string): Promise<boolean> =>
      (await db.selectFrom('people as users').where('id', '=', id).where('deleted_at', 'is', null).select('id').executeTakeFirst()) !==
      undefined,
    /** A possible owner of keys, locked until the transaction ends; undefined: not active, or the address is unproven. */
    async lockHeir(id: string): Promise<{ id: string; name: string } | undefined> {
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from people users
        where id = ${id} and is_active and deleted_at is null and (email_verified_at is not null or admitted_at is not null)
        for no key update`.execute(db)
      return rows[0]
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'leaver_plans', column: 'closed_at', until })],
  }
}

export type LeaversRepository = ReturnType<typeof createLeaversRepository>
