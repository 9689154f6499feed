import type { RequestAct, RequestImpact, RequestNames } from '@twofold/contract/admin/requests'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { isOpenAccount } from '../platform/lasts.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'

/** Names per kind in a request, after the number. */
const mostNames = 3

/** Whether `by` intervened in the account of `user` since, or invited them, or got their own account or role from them. */
const hadHand = (user: RawBuilder<unknown>, by: RawBuilder<unknown>, since: Date) => sql<boolean>`(
  exists (select from hands where user_id = ${user} and by_id = ${by} and happened_at > ${since})
  or exists (select from hands where user_id = ${by} and by_id = ${user} and kind in ('created', 'role_changed') and happened_at > ${since})
  or exists (select from sent_invitations l join people u on u.id = ${by} where l.created_by = ${user}
    and l.created_at > ${since} and (l.user_id = u.id or l.email = u.email_normalized))
  or exists (select from sent_invitations l join people u on u.id = ${user} where l.created_by = ${by}
    and l.created_at > ${since} and (l.user_id = u.id or l.email = u.email_normalized)))`

const impactOn = (people: RawBuilder<unknown>, now: Date) => sql<RequestImpact>`
  select cardinality(${people}) as users,
    (select count(*) from counted_keys where owner_id = any(${people})) as keys,
    (select count(distinct key_id) from grants_at(${now}) where owner_id = any(${people})) as shared_keys,
    (select count(distinct recipient_id) from grants_at(${now}) where owner_id = any(${people}) and recipient_id <> all(${people})) as people,
    (select count(*) from open_sessions_at(${now}) where user_id = any(${people})) as sessions`

/** Facts that decide whether somebody may approve a request. */
export interface ApprovalFacts {
  /** Whether the asker and they had a hand on each other's account. */
  had_hand: boolean
  impact: RequestImpact
}

/** The people and things that a request affects, and who may decide it. */
export function createRequestFactsRepository(db: Db) {
  return {
    async impactOf(ids: string[], now: Date): Promise<RequestImpact> {
      const { rows } = await impactOn(sql`${ids}::uuid[]`, now).execute(db)
      return rows[0] ?? { users: ids.length, keys: 0, shared_keys: 0, people: 0, sessions: 0 }
    },
    /** By the id alone, so that they travel with the lock of the request and are read behind it. */
    async approvalFacts(id: string, userId: string, { now, since }: { now: Date; since: Date }): Promise<ApprovalFacts | undefined> {
      const { rows } = await sql<ApprovalFacts>`
        select ${hadHand(sql`${userId}::uuid`, sql`asked.by`, since)} as had_hand,
          (select to_jsonb(found) from (${impactOn(sql`asked.about`, now)}) found) as impact
        from (select asker_id as by, array(select jsonb_array_elements_text(impact -> 'about'))::uuid[] as about
          from requests where id = ${id}) asked`.execute(db)
      return rows[0]
    },
    /** The first names of what `impactOf` counts, and of the administrators who may approve; everybody affected by a bulk act. */
    async namesOf(
      { impact: { about: ids }, asker_id: askerId, act }: { impact: { about: string[] }; asker_id: string | null; act: RequestAct },
      { now, since }: { now: Date; since: Date },
    ): Promise<RequestNames> {
      const isBulk = act === 'bulk'
      const { rows } = await sql<RequestNames>`
        select
          (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'email', email) order by name, id), '[]')
            from people where ${isBulk} and id = any(${ids})) as users,
          array(select name from counted_keys where owner_id = any(${ids}) order by name, id ${rowsAtMost(mostNames)}) as keys,
          array(select name from people where id in
            (select recipient_id from grants_at(${now}) where owner_id = any(${ids}) and recipient_id <> all(${ids}))
            order by name, id ${rowsAtMost(mostNames)}) as people,
          array(select name from people approver where role = 'admin' and has_second_factor and ${isOpenAccount(now, 'approver', 'secrets')}
            and id <> all(${ids}) and id is distinct from ${askerId}::uuid
            and not ${hadHand(sql`approver.id`, sql`${askerId}::uuid`, since)} order by name, id ${rowsAtMost(mostNames)}) as approvers`.execute(
        db,
      )
      return rows[0] ?? { users: [], keys: [], people: [], approvers: [] }
    },
    async hadHandOn(userId: string, byId: string, since: Date): Promise<boolean> {
      const { rows } = await sql<{ had: boolean }>`select ${hadHand(sql`${userId}::uuid`, sql`${byId}::uuid`, since)} as had`.execute(db)
      return rows[0]?.had === true
    },
  }
}
