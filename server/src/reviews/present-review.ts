import type { Review, ReviewItem } from '@twofold/contract/reviews'
import type { StandingRow } from './review-items.repository.ts'
import type { Counts, ReviewRow } from './reviews.repository.ts'

export function presentReview(row: ReviewRow, { total, left }: Pick<Counts, 'total' | 'left'>): Review {
  return {
    id: row.id,
    scope: row.scope,
    of: row.scope === 'outside' ? row.domains.join(', ') : (row.tag ?? row.group_name),
    is_office: row.owner_id === null,
    started_by: { name: row.starter_name },
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    state: row.state,
    total,
    left,
  }
}

export function stateOf({ answer, outcome, is_live: isLive }: Pick<StandingRow, 'answer' | 'outcome' | 'is_live'>): ReviewItem['state'] {
  if (answer === 'revoked') return 'revoked'
  if (outcome === 'ended') return 'ended'
  if (outcome === 'gone' || outcome === 'left' || (outcome === null && !isLive)) return 'gone'
  return answer === 'confirmed' ? 'confirmed' : 'open'
}
