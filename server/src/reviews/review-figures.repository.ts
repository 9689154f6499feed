import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { plain } from '../platform/like-pattern.ts'
import { standing } from './standing-columns.repository.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import type { ReviewRow, Counts, OwnerCounts } from './reviews.repository.ts'

const columns = sql`id, owner_id, starter_name, scope, tag, group_id, group_name, domains, created_at, due_at, state, round, telling, reminded_at, reminded_days`

/** Reviews of one person that are shown after their end. */
const mostPast = 20

export function createReviewFigures(db: Db) {
  const numbers = (now: Date) => sql`
    count(standing.id)::int as total,
    count(*) filter (where ${standing.isConfirmed(now)})::int as confirmed,
    count(*) filter (where standing.answer = 'revoked')::int as revoked,
    count(*) filter (where ${standing.isGone(now)})::int as gone,
    count(*) filter (where standing.outcome = 'ended')::int as ended,
    count(*) filter (where ${standing.isOpen(now)})::int as left`

  return {
    /** Open reviews with items of the person, and their own finished ones, newest last. */
    async listFor(userId: string, now: Date): Promise<(ReviewRow & Counts)[]> {
      const { rows } = await sql<ReviewRow & Counts>`
        with concerned as (
          select id from reviews where owner_id = ${userId} and state in ('starting', 'open', 'ending')
          union
          select review_items.review_id from named_keys keys join review_items on review_items.key_id = keys.id where keys.owner_id = ${userId}
          union
          select review_items.review_id from named_groups groups join review_items on review_items.group_id = groups.id and review_items.is_member
          where groups.owner_id = ${userId}
        )
        select ${columns}, counts.* from reviews
        join lateral (
          select ${numbers(now)} from review_standing standing where standing.review_id = reviews.id and standing.owner_id = ${userId}
        ) counts on true
        where reviews.id in (select id from concerned) and reviews.state in ('open', 'ending', 'ended')
        order by reviews.state in ('open', 'ending') desc, reviews.due_at desc ${rowsAtMost(mostPast)}`.execute(db)
      return rows
    },
    async countFor(id: string, userId: string, now: Date): Promise<Counts> {
      const { rows } = await sql<Counts>`
        select ${numbers(now)} from review_standing standing where review_id = ${id} and owner_id = ${userId}`.execute(db)
      if (rows[0] === undefined) throw new Error('A count has one row.')
      return rows[0]
    },
    async listOffice(now: Date, limit: number, offset: number): Promise<{ rows: (ReviewRow & Counts)[]; total: number }> {
      const { rows } = await sql<ReviewRow & Counts & { every: number }>`
        select page.*, counts.*, (select count(*)::int from reviews where owner_id is null) as every
        from (select ${columns} from reviews where owner_id is null order by created_at desc, id desc ${rowsAtMost(limit, offset)}) page
        join lateral (select ${numbers(now)} from review_standing standing where standing.review_id = page.id) counts on true
        order by page.created_at desc, page.id desc`.execute(db)
      return { rows, total: rows[0]?.every ?? 0 }
    },
    async countAll(id: string, now: Date): Promise<Counts> {
      const { rows } = await sql<Counts>`select ${numbers(now)} from review_standing standing where review_id = ${id}`.execute(db)
      if (rows[0] === undefined) throw new Error('A count has one row.')
      return rows[0]
    },
    async listOwners(id: string, now: Date, limit: number, offset: number): Promise<{ rows: OwnerCounts[]; total: number }> {
      const { rows } = await sql<OwnerCounts & { every: number }>`
        select users.name, users.email, users.is_active and users.deleted_at is null as is_active, counts.*,
          count(*) over ()::int as every
        from (
          select standing.owner_id as user_id, ${numbers(now)} from review_standing standing where review_id = ${id} group by standing.owner_id
        ) counts
        join people users on users.id = counts.user_id
        order by counts.left desc, ${plain('users.name')}, users.id ${rowsAtMost(limit, offset)}`.execute(db)
      return { rows, total: rows[0]?.every ?? 0 }
    },
    /** Owners not yet notified of this round, with their open items; marks them as notified. */
    async takeOwners(id: string, round: number, now: Date, limit: number): Promise<(Counts & { user_id: string; is_active: boolean })[]> {
      const { rows } = await sql<Counts & { user_id: string; is_active: boolean }>`
        with taken as (
          update review_owners set round = ${round}
          where (review_id, user_id) in (
            select review_id, user_id from review_owners where review_id = ${id} and round < ${round}
            order by user_id ${rowsAtMost(limit)} for update skip locked
          )
          returning user_id
        )
        select taken.user_id, users.is_active and users.deleted_at is null as is_active, counts.* from taken
        join people users on users.id = taken.user_id
        join lateral (
          select ${numbers(now)} from review_standing standing where standing.review_id = ${id} and standing.owner_id = taken.user_id
        ) counts on true`.execute(db)
      return rows
    },
  }
}
