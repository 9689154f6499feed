import type { Tx } from '../platform/transaction.ts'
import type { StandingRow } from './review-items.repository.ts'
import type { ReviewRow } from './reviews.repository.ts'
import type { ReviewScheduleDeps } from './review-schedule.service.ts'

export function createReviewCompletion(deps: ReviewScheduleDeps) {
  /** Changes a review that still is in `state`; locked, so that two nodes do it once. */
  const within = (id: string, state: ReviewRow['state'], change: (tx: Tx, review: ReviewRow) => Promise<void>) =>
    deps.transaction(async (tx) => {
      const review = await deps.reviews(tx.db).lock(id, 'decide')
      if (review?.state === state) await change(tx, review)
    })

  /** Ends what one owner did not confirm, as a revocation would. Answers whether there may be more. */
  async function endNext(reviewId: string): Promise<boolean> {
    return deps.transaction(async (tx) => {
      const items = deps.items(tx.db)
      const all = await items.listUndecided(reviewId, deps.clock.date(), batchSize)
      const [first] = all
      if (first === undefined) return false
      const ofOne = all.filter(({ owner_id: owner }) => owner === first.owner_id)
      const keys = [...new Set(ofOne.flatMap(({ key_id: key }) => (key === null ? [] : [key])))].sort()
      if (keys.length > 0) await deps.access.lockOwn(tx.db, first.owner_id, keys)
      const ids = ofOne.map(({ id }) => id)
      for (const item of await items.find(reviewId, ids, deps.clock.date())) {
        if (item.outcome !== null) continue
        const isEnded = item.is_live && item.owner_id === first.owner_id && (await end(tx, item))
        // A key that changed hands this very moment comes with its next owner.
        if (item.owner_id === first.owner_id) await items.conclude(reviewId, item.id, isEnded ? 'ended' : 'gone')
      }
      return true
    })
  }

  async function end(tx: Tx, item: StandingRow): Promise<boolean> {
    const why = { reason: 'unconfirmed' } as const
    if (!item.is_member) return deps.grants.endOne(tx, { key: item.key_id ?? '', share: item.id }, item.owner_id, why)
    return (await deps.groups.endMembership(tx, { group: item.group_id ?? '', member: item.id }, item.owner_id, why)) !== undefined
  }

  async function finish({ id, owner_id: owner }: ReviewRow): Promise<void> {
    await deps.items(deps.db).settle(id, deps.clock.date())
    while (await endNext(id));
    // Sent before the end is recorded, and once however often this runs: a node killed in between loses nothing.
    if (owner === null) await deps.notifyAdministrators(id, await deps.reviews(deps.db).countAll(id, deps.clock.date()))
    await within(id, 'ending', async (tx, review) => {
      const reviews = deps.reviews(tx.db)
      await reviews.putOwners(id)
      await reviews.change(id, { state: 'ended', closed_at: deps.clock.date(), round: review.round + 1, telling: 'ended' })
      const { confirmed, revoked, ended, gone } = await reviews.countAll(id, deps.clock.date())
      await tx.audit({ action: 'review.ended', target: { kind: 'review', id }, after: { confirmed, revoked, ended, gone } })
    })
  }

  return { within, finish }
}

/** Items, or owners, of one transaction. */
const batchSize = 100
