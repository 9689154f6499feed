import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Review } from '@twofold/contract/reviews'
import { When } from '../ui/When.tsx'
import { useScopeText } from './use-scope-text.ts'

/** The user's reviews, each with how far it is. */
export function ReviewList({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul className="divide-y divide-border">
      {reviews.map((review) => (
        <ReviewEntry key={review.id} review={review} />
      ))}
    </ul>
  )
}

function ReviewEntry({ review }: { review: Review }) {
  const what = useScopeText()(review)
  const by = review.started_by.name
  return (
    <li className="grid gap-1 px-5 py-3 max-sm:px-4">
      <p className="font-medium wrap-anywhere">
        <Link to="/reviews/$id" params={{ id: review.id }} className="text-button">
          {what}
        </Link>
      </p>
      <p className="text-sm text-text-2 wrap-anywhere">
        {review.is_office && (
          <>
            <Trans>Started by {by}</Trans> ·{' '}
          </>
        )}
        {review.state === 'open' ? (
          <>
            <Plural value={review.left} one="# answer left" other="# answers left" /> ·{' '}
            <Trans>
              until <When at={review.due_at} />
            </Trans>
          </>
        ) : (
          <Trans>
            Ended <When at={review.due_at} />
          </Trans>
        )}
      </p>
    </li>
  )
}
