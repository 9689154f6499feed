import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Review } from '@twofold/contract/reviews'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { When } from '../ui/When.tsx'
import { reviewsQuery } from './reviews.ts'
import { useScopeText } from './use-scope-text.ts'

/** Reviews in which the user has something left to answer. Nothing where there are none. */
export function ReviewsPanel() {
  const due = (useQuery(reviewsQuery).data?.data ?? []).filter(({ state, left }) => state === 'open' && left > 0)
  if (due.length === 0) return null
  return (
    <Panel title={<Trans>Who still needs your keys?</Trans>}>
      <ul className="divide-y divide-border">
        {due.map((review) => (
          <DueReview key={review.id} review={review} />
        ))}
      </ul>
    </Panel>
  )
}

function DueReview({ review }: { review: Review }) {
  const { t } = useLingui()
  const what = useScopeText()(review)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium wrap-anywhere">{what}</p>
        <p className="text-sm text-text-2 wrap-anywhere">
          <Plural value={review.left} one="# answer left" other="# answers left" /> ·{' '}
          <Trans>
            what is not confirmed ends <When at={review.due_at} />
          </Trans>
        </p>
      </div>
      <LinkButton size="sm" to="/reviews/$id" params={{ id: review.id }} aria-label={t`Review: ${what}`}>
        <Trans>Review</Trans>
      </LinkButton>
    </li>
  )
}
