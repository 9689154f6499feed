import type { CallResponse } from '@twofold/contract/endpoint'
import { type getReview, type listReviews, type ReviewItem, reviewItemsMost } from '@twofold/contract/reviews'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { GrantsService } from '../sharing/grants/grants.service.ts'
import type { GroupsService } from '../sharing/memberships/groups.service.ts'
import { presentReview, stateOf } from './present-review.ts'
import type { ReviewItemsRepository, StandingRow } from './review-items.repository.ts'
import type { ReviewsRepository } from './reviews.repository.ts'
import { createReviewStart } from './review-start.service.ts'
import { createOfficeReviews } from './office-reviews.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

/** Items read at once for evidence. */
const evidenceBatch = 500

export interface ReviewsServiceDeps extends ServiceDeps {
  reviews: (db: Db) => ReviewsRepository
  items: (db: Db) => ReviewItemsRepository
  grants: Pick<GrantsService, 'describe'>
  groups: Pick<GroupsService, 'describeMembers'>
  activity: Pick<ActivityService, 'record'>
}

/** Reviews of access: started, read and withdrawn. */
export function createReviewsService(deps: ReviewsServiceDeps) {
  function presentItem(row: StandingRow, shares: Map<string, Share>, members: Map<string, Member>): ReviewItem {
    const [share, member] = [shares.get(row.id), members.get(row.id)]
    return {
      id: row.id,
      about: { id: (row.is_member ? row.group_id : row.key_id) ?? '', name: row.about, kind: row.is_member ? 'group' : 'key' },
      email: share ? share.email : (member?.email ?? row.who),
      name: share?.name ?? member?.name ?? null,
      group: share?.group ?? null,
      permission: share?.permission ?? null,
      since: share?.created_at ?? member?.added_at ?? null,
      until: share?.expires_at ?? null,
      last_used_at: share?.last_used_at ?? member?.last_used_at ?? null,
      state: stateOf(row),
    }
  }

  return {
    ...createReviewStart(deps),
    ...createOfficeReviews(deps),
    async listFor(user: Identity): Promise<CallResponse<typeof listReviews>> {
      const rows = await deps.reviews(deps.db).listFor(user.id, deps.clock.date())
      return { data: rows.map((row) => presentReview(row, row)) }
    },
    async getFor(user: Identity, id: string): Promise<CallResponse<typeof getReview>> {
      const reviews = deps.reviews(deps.db)
      const row = await reviews.find(id)
      const counts = await reviews.countFor(id, user.id, deps.clock.date())
      if (row === undefined || row.state === 'starting' || (counts.total === 0 && row.owner_id !== user.id)) throw fail('reviews.not_found')
      const items = await deps.items(deps.db).list(id, user.id, deps.clock.date(), reviewItemsMost)
      const idsOf = (isMember: boolean) => items.filter((item) => item.is_member === isMember).map((item) => item.id)
      const [shares, members] = [await deps.grants.describe(idsOf(false)), await deps.groups.describeMembers(idsOf(true))]
      const [shareOf, memberOf] = [new Map(shares.map((one) => [one.id, one])), new Map(members.map((one) => [one.id, one]))]
      // Answered items keep their place, so that the list does not move under the pointer.
      const place = ({ is_member: isMember, about, key_id: key, group_id: group }: StandingRow) =>
        `${isMember ? 1 : 0} ${about.toLowerCase()} ${(isMember ? group : key) ?? ''}`
      const sorted = items.toSorted((one, other) => (place(one) + one.id < place(other) + other.id ? -1 : 1))
      return {
        review: presentReview(row, counts),
        has_more: counts.total > items.length,
        items: sorted.map((item) => presentItem(item, shareOf, memberOf)),
      }
    },
    /** Every item of every review as a record, for evidence. */
    async *listAll(): AsyncGenerator<(string | null)[]> {
      const items = deps.items(deps.db)
      let last: { review_id: string; id: string } | undefined
      do {
        const rows = await items.listForEvidence(last, evidenceBatch)
        for (const row of rows)
          yield [
            row.review_id,
            row.of === null ? row.scope : `${row.scope}: ${row.of}`,
            row.starter_name,
            row.created_at.toISOString(),
            row.due_at.toISOString(),
            row.state,
            row.owner,
            row.about,
            row.is_member ? 'member' : 'share',
            row.who,
            row.level,
            row.answer,
            row.answerer,
            row.answered_at?.toISOString() ?? null,
            row.outcome,
          ]
        last = rows.length < evidenceBatch ? undefined : rows.at(-1)
      } while (last !== undefined)
    },
  }
}

type Share = Awaited<ReturnType<GrantsService['describe']>>[number]

type Member = Awaited<ReturnType<GroupsService['describeMembers']>>[number]

export type ReviewsService = ReturnType<typeof createReviewsService>
