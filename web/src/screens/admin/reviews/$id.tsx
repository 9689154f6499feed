import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { getOfficeReview } from '@twofold/contract/admin/reviews'
import type { CallResponse } from '@twofold/contract/endpoint'
import { BellRing, Users } from '../../../ui/icons.generated.ts'
import { useState } from 'react'
import { Loaded } from '../../../kits/Loaded.tsx'
import { pageIn, present, searchIn } from '../../../lib/list-search.ts'
import { useExistingPage } from '../../../lib/use-existing-page.ts'
import { officeReviewQuery, useOfficeAct } from '../../../reviews/office/office-reviews.ts'
import { ReviewOwnerTable } from '../../../reviews/office/ReviewOwnerTable.tsx'
import { ReviewState } from '../../../reviews/office/ReviewState.tsx'
import { useScopeText } from '../../../reviews/use-scope-text.ts'
import { WithdrawReviewDialog } from '../../../reviews/WithdrawReviewDialog.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { AtUtc } from '../../../ui/TimeText.tsx'

export const Route = createFileRoute('/admin/reviews/$id')({
  validateSearch: searchIn(({ page }) => ({ page: pageIn(page) })),
  component: ReviewScreen,
})

function ReviewScreen() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const { page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const scopeText = useScopeText()
  const found = useQuery(officeReviewQuery(id, page))
  const { data, isPlaceholderData } = found
  const remind = useOfficeAct(id, 'remind')
  const withdraw = useOfficeAct(id, 'withdraw')
  const [isWithdrawing, setWithdrawing] = useState(false)
  const go = (next: number) => void navigate({ search: present({ page: next > 1 ? next : undefined }) })
  useExistingPage(page, isPlaceholderData ? undefined : data?.owners.last_page, go)
  const review = data?.review
  const owners = data?.owners
  const title = review ? scopeText(review) : t`Review of access`
  return (
    <AdminPage
      title={title}
      crumbs={[{ label: t`Access`, to: '/admin/access' }, { label: t`Reviews of access`, to: '/admin/reviews' }, { label: title }]}
      actions={
        review &&
        (review.state === 'open' || review.state === 'starting') && (
          <>
            <Button onPress={() => setWithdrawing(true)}>
              <Trans>Withdraw review</Trans>
            </Button>
            {review.state === 'open' && (
              <Button
                icon={BellRing}
                onPress={() => remind.mutate()}
                pending={remind.isPending}
                disabledReason={review.left === 0 ? t`Everything is answered.` : undefined}
              >
                <Trans>Remind owners</Trans>
              </Button>
            )}
          </>
        )
      }
    >
      {review && <ProgressPanel review={review} />}
      <Panel
        title={t`Owners`}
        padding="none"
        footer={owners && owners.last_page > 1 && <Pagination page={page} pages={owners.last_page} total={owners.total} onPage={go} />}
      >
        <Loaded of={found} failed={t`The review could not be loaded`} frame="inset">
          {({ owners: { data: shown } }) =>
            shown.length > 0 ? (
              <ReviewOwnerTable owners={shown} />
            ) : (
              <EmptyState icon={Users} title={t`Nothing is in question`} level={3}>
                <Trans>Nobody else has access to these keys, or everything is still being collected.</Trans>
              </EmptyState>
            )
          }
        </Loaded>
      </Panel>
      {isWithdrawing && <WithdrawReviewDialog act={withdraw} onClose={() => setWithdrawing(false)} />}
    </AdminPage>
  )
}

function ProgressPanel({ review }: { review: CallResponse<typeof getOfficeReview>['review'] }) {
  const { t } = useLingui()
  return (
    <Panel title={t`Progress`}>
      <Facts>
        <Fact name={t`State`}>
          <ReviewState state={review.state} />
        </Fact>
        <Fact name={t`Started by`}>{review.started_by.name}</Fact>
        <Fact name={t`Until (UTC)`}>
          <AtUtc time={review.due_at} />
        </Fact>
        <Fact name={t`Not answered`}>{t`${review.left} of ${review.total}`}</Fact>
        <Fact name={t`Confirmed`}>{review.confirmed}</Fact>
        <Fact name={t`Revoked`}>{review.revoked}</Fact>
        <Fact name={t`Ended, not confirmed`}>{review.ended}</Fact>
        <Fact name={t`Ended meanwhile, or left to a leaver plan`}>{review.gone}</Fact>
      </Facts>
    </Panel>
  )
}
