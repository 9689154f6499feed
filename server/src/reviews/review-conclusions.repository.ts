import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { standing } from './standing-columns.repository.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import type { StandingRow, EvidenceRow } from './review-items.repository.ts'
import { columns } from './review-item-columns.repository.ts'

/** Concludes the items of a review, and lists them as evidence. */
export function createReviewConclusions(db: Db) {
  return {
    /** Settles items that need no decision: answered, ended otherwise, or owned by a deactivated person. */
    async settle(reviewId: string, now: Date): Promise<void> {
      await sql`
        update review_items set outcome = settled.outcome from (
          select standing.id, case
              when answer = 'revoked' then 'revoked'
              when not coalesce(${standing.isLive(now)}, false) then 'gone'
              when answer = 'confirmed' then 'confirmed'
              else 'left' end as outcome
          from review_standing standing join people owners on owners.id = standing.owner_id
          where review_id = ${reviewId} and outcome is null
            and (answer is not null or not ${standing.isLive(now)} or not owners.is_active or owners.deleted_at is not null)
        ) settled
        where review_items.review_id = ${reviewId} and review_items.id = settled.id`.execute(db)
      // Their group has been deleted.
      await sql`
        update review_items set outcome = coalesce(answer, 'gone') where review_id = ${reviewId} and outcome is null and is_member
          and not exists (select from named_groups groups where groups.id = review_items.group_id)`.execute(db)
    },
    /** Unanswered items, grouped by owner. */
    async listUndecided(reviewId: string, now: Date, limit: number): Promise<StandingRow[]> {
      const { rows } = await sql<StandingRow>`
        select ${columns}, ${standing.isLive(now)} as is_live from review_standing standing
        where review_id = ${reviewId} and outcome is null order by owner_id, is_member, key_id, group_id, id ${rowsAtMost(limit)}`.execute(
        db,
      )
      return rows
    },
    async conclude(reviewId: string, id: string, outcome: 'ended' | 'gone'): Promise<void> {
      await db.updateTable('review_items').set({ outcome }).where('review_id', '=', reviewId).where('id', '=', id).execute()
    },
    /** Items of all reviews after one, with what is still known of key and people. */
    async listForEvidence(after: { review_id: string; id: string } | undefined, limit: number): Promise<EvidenceRow[]> {
      const behind = after === undefined ? sql`true` : sql`(items.review_id, items.id) > (${after.review_id}::uuid, ${after.id}::uuid)`
      const { rows } = await sql<EvidenceRow>`
        select items.review_id, items.id, reviews.scope, coalesce(reviews.tag, reviews.group_name, nullif(array_to_string(reviews.domains, ', '), '')) as of,
          reviews.starter_name, reviews.created_at, reviews.due_at, reviews.state, owners.email as owner, coalesce(keys.name, groups.name) as about,
          items.is_member, items.who, items.level, items.answer, answerers.email as answerer, items.answered_at, items.outcome
        from review_items items
        join reviews on reviews.id = items.review_id
        left join named_keys keys on keys.id = items.key_id
        left join named_groups groups on groups.id = items.group_id
        left join people owners on owners.id = coalesce(keys.owner_id, groups.owner_id)
        left join people answerers on answerers.id = items.answered_by
        where ${behind} order by items.review_id, items.id ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
    /** Name of a group that the person may review. */
    findGroup: (id: string, ownerId: string | null): Promise<{ name: string } | undefined> =>
      db
        .selectFrom('named_groups')
        .where('id', '=', id)
        .$if(ownerId !== null, (group) => group.where('owner_id', '=', ownerId ?? ''))
        .select('name')
        .executeTakeFirst(),
  }
}
