import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { standing } from './standing-columns.repository.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { createReviewCollection } from './review-collection.repository.ts'
import { createReviewConclusions } from './review-conclusions.repository.ts'
import { columns } from './review-item-columns.repository.ts'

export interface StandingRow {
  id: string
  key_id: string | null
  group_id: string | null
  is_member: boolean
  who: string
  answer: 'confirmed' | 'revoked' | null
  answered_at: Date | null
  /** A membership that was removed, for putting it back. */
  removed: RemovedMember | null
  outcome: 'confirmed' | 'revoked' | 'ended' | 'gone' | 'left' | null
  owner_id: string
  /** The name of the key, or of the group. */
  about: string
  is_live: boolean
}

export interface RemovedMember {
  user_id: string | null
  email: string
  email_normalized: string
  added_at: string
}

export interface EvidenceRow {
  review_id: string
  id: string
  scope: string
  of: string | null
  starter_name: string
  created_at: Date
  due_at: Date
  state: string
  /** Null where key or group are gone. */
  owner: string | null
  about: string | null
  is_member: boolean
  who: string
  level: string | null
  answer: string | null
  answerer: string | null
  answered_at: Date | null
  outcome: string | null
}

export function createReviewItemsRepository(db: Db) {
  return {
    ...createReviewCollection(db),
    ...createReviewConclusions(db),
    /** Items of one owner; beyond `limit`, unanswered ones come first. */
    async list(reviewId: string, ownerId: string, now: Date, limit: number): Promise<StandingRow[]> {
      const { rows } = await sql<StandingRow>`
        select ${columns}, ${standing.isLive(now)} as is_live from review_standing standing
        where review_id = ${reviewId} and owner_id = ${ownerId}
        order by ${standing.isOpen(now)} desc, is_member, lower(about), key_id, id ${rowsAtMost(limit)}`.execute(db)
      return rows
    },
    async find(reviewId: string, ids: readonly string[], now: Date): Promise<StandingRow[]> {
      const { rows } = await sql<StandingRow>`
        select ${columns}, ${standing.isLive(now)} as is_live from review_standing standing
        where review_id = ${reviewId} and id = any(${ids}::uuid[]) order by is_member, key_id, group_id, id`.execute(db)
      return rows
    },
    async answer(
      reviewId: string,
      ids: readonly string[],
      given: { answer: 'confirmed' | 'revoked' | null; answered_by: string | null; answered_at: Date | null },
    ): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('review_items')
        .set(given)
        .where('review_id', '=', reviewId)
        .where('id', 'in', ids)
        // It may have been revoked in another tab since it was read.
        .$if(given.answer === 'confirmed', (item) => item.where('answer', 'is distinct from', 'revoked'))
        .execute()
    },
    async keepRemoved(reviewId: string, id: string, member: RemovedMember): Promise<void> {
      await db
        .updateTable('review_items')
        .set({ removed: JSON.stringify(member) })
        .where('review_id', '=', reviewId)
        .where('id', '=', id)
        .execute()
    },
  }
}

export type ReviewItemsRepository = ReturnType<typeof createReviewItemsRepository>
