import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReviewProgress } from '@twofold/contract/admin/reviews'
import { type Column, Table } from '../../ui/Table.tsx'
import { AtUtc } from '../../ui/AtUtc.tsx'
import { useScopeText } from '../use-scope-text.ts'
import { ReviewState } from './ReviewState.tsx'

type Key = 'what' | 'state' | 'by' | 'due' | 'left' | 'confirmed' | 'revoked' | 'ended'

export function OfficeReviewTable({ reviews }: { reviews: readonly ReviewProgress[] }) {
  const { t } = useLingui()
  const scopeText = useScopeText()
  const columns: Column<ReviewProgress, Key>[] = [
    {
      key: 'what',
      header: t`What`,
      card: 'title',
      cell: (review) => (
        <Link to="/admin/reviews/$id" params={{ id: review.id }} className="inline-flex min-h-6 items-center font-medium wrap-anywhere">
          {scopeText(review)}
        </Link>
      ),
    },
    { key: 'state', header: t`State`, cell: ({ state }) => <ReviewState state={state} /> },
    { key: 'by', header: t`Started by`, wideOnly: true, cell: ({ started_by: by }) => <span className="wrap-anywhere">{by.name}</span> },
    { key: 'due', header: t`Until (UTC)`, cell: ({ due_at: at }) => <AtUtc time={at} isInColumn /> },
    { key: 'left', header: t`Not answered`, cell: ({ left, total }) => t`${left} of ${total}` },
    { key: 'confirmed', header: t`Confirmed`, cell: ({ confirmed }) => confirmed },
    { key: 'revoked', header: t`Revoked`, cell: ({ revoked }) => revoked },
    { key: 'ended', header: t`Ended, not confirmed`, cell: ({ ended }) => ended },
  ]
  return <Table label={t`Reviews`} columns={columns} rows={reviews} rowKey={({ id }) => id} />
}
