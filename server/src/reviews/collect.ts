import type { ReviewItemsRepository } from './review-items.repository.ts'
import type { NewReviewRow } from './reviews.repository.ts'

/** Keys, or groups, of one statement. */
const batchSize = 500

type Collect = (review: NewReviewRow, after: string | undefined, limit: number) => Promise<string | undefined>

/** Puts everything that is in question into a review. Once more changes nothing, so that a job which was killed begins again. */
export async function collectAll(items: Pick<ReviewItemsRepository, 'collectShares' | 'collectMembers'>, review: NewReviewRow) {
  async function collectBatches(collect: Collect) {
    let last: string | undefined
    do last = await collect(review, last, batchSize)
    while (last !== undefined)
  }
  await Promise.all([collectBatches(items.collectShares), collectBatches(items.collectMembers)])
}
