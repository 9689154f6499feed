import type { ReviewScope } from '@twofold/contract/reviews'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { createReviewFigures } from './review-figures.repository.ts'
import { countRows } from '../platform/row-counts.ts'

export interface ReviewRow {
  id: string
  /** Null: everybody's keys. */
  owner_id: string | null
  starter_name: string
  scope: ReviewScope
  tag: string | null
  group_id: string | null
  group_name: string | null
  domains: string[]
  created_at: Date
  due_at: Date
  state: 'starting' | 'open' | 'ending' | 'ended' | 'withdrawn'
  round: number
  telling: 'started' | 'reminder' | 'ended'
  reminded_at: Date | null
  reminded_days: number | null
}

export type NewReviewRow = Omit<ReviewRow, 'round' | 'telling' | 'reminded_at' | 'reminded_days'> & { started_by: string }

export interface Counts {
  total: number
  confirmed: number
  revoked: number
  gone: number
  ended: number
  left: number
}

export interface OwnerCounts extends Counts {
  user_id: string
  name: string
  email: string
  is_active: boolean
}

export function createReviewsRepository(db: Db) {
  return {
    ...createReviewFigures(db),
    async put(row: NewReviewRow): Promise<void> {
      await db.insertInto('reviews').values(row).execute()
    },
    /** Number of open reviews of an owner; null: of everybody's keys. */
    countUnderWay: (ownerId: string | null): Promise<number> =>
      countRows(
        db.selectFrom('reviews').where('state', 'in', ['starting', 'open', 'ending']).where('owner_id', 'is not distinct from', ownerId),
      ),
    /** So that concurrent starts of an owner's reviews are counted one after the other. */
    async lockOwner(id: string): Promise<void> {
      await sql`select 1 from people users where id = ${id} for no key update`.execute(db)
    },
    find: (id: string): Promise<ReviewRow | undefined> => db.selectFrom('reviews').where('id', '=', id).selectAll().executeTakeFirst(),
    /** To answer: a shared lock, so that others can answer too. To decide: an exclusive lock. */
    lock: (id: string, to: 'answer' | 'decide'): Promise<ReviewRow | undefined> => {
      const found = db.selectFrom('reviews').where('id', '=', id).selectAll()
      return (to === 'answer' ? found.forShare() : found.forNoKeyUpdate()).executeTakeFirst()
    },
    async change(
      id: string,
      change: Partial<Pick<ReviewRow, 'state' | 'round' | 'telling' | 'reminded_at' | 'reminded_days'>> & { closed_at?: Date },
    ) {
      await db.updateTable('reviews').set(change).where('id', '=', id).execute()
    },
    /** Reviews with work to do: to be collected, to be ended, or due before `remindBefore`. Earliest date first. */
    listUnderWay: (remindBefore: Date): Promise<ReviewRow[]> =>
      db
        .selectFrom('reviews')
        .where('state', 'in', ['starting', 'open', 'ending'])
        .where((review) => review.or([review('state', '<>', 'open'), review('due_at', '<=', remindBefore)]))
        .selectAll()
        .orderBy('due_at')
        .orderBy('id')
        .execute(),
    /** Reviews whose last round may have owners not yet notified. */
    listToNotify: (): Promise<ReviewRow[]> =>
      db
        .selectFrom('reviews')
        .whereRef('told_round', '<', 'round')
        .where('state', '<>', 'withdrawn')
        .selectAll()
        .orderBy('created_at')
        .execute(),
    /** Records that all owners of this round were notified. */
    async noteNotified(id: string, round: number): Promise<void> {
      await db.updateTable('reviews').set({ told_round: round }).where('id', '=', id).execute()
    },
    /** Owners with something in it, those of keys that changed hands since included. */
    async putOwners(id: string): Promise<void> {
      await sql`
        insert into review_owners (review_id, user_id)
        select distinct ${id}::uuid, owner_id from review_standing where review_id = ${id}
        on conflict do nothing`.execute(db)
    },
  }
}

export type ReviewsRepository = ReturnType<typeof createReviewsRepository>
