import type { getOfficeReview, listOfficeReviews } from '@twofold/contract/admin/reviews'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import { paged } from '../platform/paging.ts'
import { presentReview } from './present-review.ts'
import type { Counts, ReviewRow } from './reviews.repository.ts'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ReviewsServiceDeps } from './reviews.service.ts'
import { reviewsJob } from './review-start.service.ts'

const day = 24 * 60 * 60 * 1000

export function createOfficeReviews(deps: ReviewsServiceDeps) {
  const office = ({ starter_name: name, ...row }: ReviewRow & Counts) => ({
    ...presentReview({ ...row, starter_name: name }, row),
    confirmed: row.confirmed,
    revoked: row.revoked,
    gone: row.gone,
    ended: row.ended,
  })

  return {
    async listOffice(page: number): Promise<CallResponse<typeof listOfficeReviews>> {
      const { rows, total } = await deps.reviews(deps.db).listOffice(deps.clock.date(), defaultPageSize, (page - 1) * defaultPageSize)
      return paged(rows.map(office), { page, perPage: defaultPageSize, total })
    },
    async getOffice(id: string, page: number): Promise<CallResponse<typeof getOfficeReview>> {
      const reviews = deps.reviews(deps.db)
      const row = await reviews.find(id)
      if (row === undefined || row.owner_id !== null) throw fail('reviews.not_found')
      const counts = await reviews.countAll(id, deps.clock.date())
      const { rows, total } = await reviews.listOwners(id, deps.clock.date(), defaultPageSize, (page - 1) * defaultPageSize)
      const owners = rows.map(({ user_id, name, email, is_active, total: all, confirmed, revoked, left }) => ({
        id: user_id,
        name,
        email,
        is_active,
        total: all,
        confirmed,
        revoked,
        left,
      }))
      return { review: office({ ...row, ...counts }), owners: paged(owners, { page, perPage: defaultPageSize, total }) }
    },
    /** It ends no further access. What was revoked stays revoked. */
    async withdraw(by: Identity, id: string, of: 'own' | 'office'): Promise<Said> {
      return deps.transaction(async (tx) => {
        const row = await deps.reviews(tx.db).lock(id, 'decide')
        if (row === undefined || row.owner_id !== (of === 'own' ? by.id : null)) throw fail('reviews.not_found')
        if (row.state !== 'starting' && row.state !== 'open') throw fail('reviews.over')
        await deps.reviews(tx.db).change(id, { state: 'withdrawn', closed_at: deps.clock.date() })
        await tx.audit({ action: 'review.withdrawn', by, target: { kind: 'review', id } })
        if (of === 'own') await deps.activity.record(tx, { userId: by.id, kind: 'review_withdrawn' })
        return say('review.withdrawn')
      })
    },
    async remind(id: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const reviews = deps.reviews(tx.db)
        const row = await reviews.lock(id, 'decide')
        if (row === undefined || row.owner_id !== null) throw fail('reviews.not_found')
        if (row.state !== 'open' || row.due_at <= deps.clock.date()) throw fail('reviews.over')
        if (row.reminded_at !== null && row.reminded_at.getTime() > deps.clock.now() - day) throw fail('reviews.reminded_lately')
        await reviews.putOwners(id)
        await reviews.change(id, { round: row.round + 1, telling: 'reminder', reminded_at: deps.clock.date() })
        await tx.audit({ action: 'review.reminded', target: { kind: 'review', id } })
        await tx.enqueue(reviewsJob, {})
        return say('review.reminded')
      })
    },
  }
}
