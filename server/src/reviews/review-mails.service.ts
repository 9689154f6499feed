import type { Tx } from '../platform/transaction.ts'
import { presentReview } from './present-review.ts'
import type { ReviewRow, ReviewsRepository } from './reviews.repository.ts'
import type { ReviewScheduleDeps } from './review-schedule.service.ts'

/** Items, or owners, of one transaction. */
const batchSize = 100

/** Sends e-mails about reviews. */
export function createReviewMails(deps: ReviewScheduleDeps) {
  /** Tells owners of the present round, each once. */
  async function notify({ id }: ReviewRow): Promise<void> {
    const notifyBatch = () =>
      deps.transaction(async (tx) => {
        const reviews = deps.reviews(tx.db)
        const review = await reviews.lock(id, 'answer')
        if (review === undefined || review.state === 'withdrawn') return { count: 0, round: undefined }
        const owners = await reviews.takeOwners(id, review.round, deps.clock.date(), batchSize)
        for (const owner of owners) if (owner.is_active) await notifyOwner(tx, review, owner)
        return { count: owners.length, round: review.round }
      })
    for (;;) {
      const { count, round } = await notifyBatch()
      if (count > 0) continue
      if (round !== undefined) await deps.reviews(deps.db).noteNotified(id, round)
      return
    }
  }

  type Owner = Awaited<ReturnType<ReviewsRepository['takeOwners']>>[number]

  async function notifyOwner(tx: Tx, review: ReviewRow, owner: Owner): Promise<void> {
    const to = { user_id: owner.user_id }
    const { scope, of } = presentReview(review, owner)
    const about = { 'review.id': review.id, 'review.scope': scope, 'review.of': of ?? '', 'review.by': review.starter_name }
    const due = { ...about, 'review.due': review.due_at.toISOString(), 'review.left': owner.left }
    if (review.telling === 'ended') {
      await deps.activity.record(tx, { userId: owner.user_id, kind: 'review_ended', detail: { count: String(owner.ended) } })
      const counts = { 'review.confirmed': owner.confirmed, 'review.revoked': owner.revoked, 'review.ended': owner.ended }
      return tx.emit('review.ended', { to, data: { ...about, ...counts } })
    }
    if (owner.left === 0) return undefined
    if (review.telling === 'reminder') return tx.emit('review.reminder', { to, data: due })
    await deps.activity.record(tx, { userId: owner.user_id, kind: 'review_asked', detail: { by: review.starter_name } })
    return tx.emit('review.started', { to, data: due })
  }

  return { notify }
}
