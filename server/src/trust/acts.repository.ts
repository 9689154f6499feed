import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { plain } from '../platform/like-pattern.ts'

export interface ActRow {
  id: string
  action: string
  actor_name: string | null
  after: unknown
  happened_at: Date
}

export function createActsRepository(db: Db) {
  /** Other people's acts on the person; an act by a command on the host has no actor. */
  const onPerson = (userId: string) =>
    db
      .selectFrom('audit_log')
      .where('target_id', '=', userId)
      .where(sql<boolean>`action not like 'person.%'`)
      .where((act) => act.or([act('actor_id', 'is', null), act('actor_id', '!=', userId)]))
  return {
    list: (userId: string, limit: number, offset: number): Promise<ActRow[]> =>
      onPerson(userId)
        .select(['id', 'action', 'actor_name', 'after', 'happened_at'])
        .orderBy('happened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
    /** The acts, and the administrators with the first of their names, in one statement. */
    async count(userId: string, mostNames: number): Promise<{ acts: number; administrators: number; names: string[] }> {
      const { rows } = await sql<{ acts: number; administrators: number; names: string[] }>`
        select (${onPerson(userId).select(({ fn }) => fn.countAll<number>().as('count'))}) as acts, count(*) as administrators,
          coalesce((array_agg(name order by ${plain('name')}, id))[1:${sql.lit(mostNames)}], '{}') as names
        from people where role = 'admin' and is_active and deleted_at is null`.execute(db)
      return rows[0] ?? { acts: 0, administrators: 0, names: [] }
    },
    /** The person's name, and whether the same administrator looked at the same lately. */
    async findLook(
      administratorId: string,
      userId: string,
      what: string,
      since: Date,
    ): Promise<{ name: string; is_known: boolean } | undefined> {
      const { rows } = await sql<{ name: string; is_known: boolean }>`
        select name, exists (
          select from audit_log where target_id = people.id::text and happened_at > ${since} and action = 'user.viewed'
            and actor_id = ${administratorId} and after ->> 'what' = ${what}
        ) as is_known
        from people where id = ${userId}`.execute(db)
      return rows[0]
    },
  }
}

export type ActsRepository = ReturnType<typeof createActsRepository>
