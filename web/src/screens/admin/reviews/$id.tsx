import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { getOfficeReview } from '@twofold/contract/admin/reviews'
import type { CallResponse } from '@twofold/contract/endpoint'
import { BellRing } from '../../../ui/icons/BellRing.ts'
import { Users } from '../../../ui/icons/Users.ts'
import { useState } from 'react'
import { ListPanel } from '../../../kits/ListPanel.tsx'
import { pageIn, present, searchIn } from '../../../lib/list-search.ts'
import { officeReviewQuery, useOfficeAct } from '../../../reviews/office/office-reviews.ts'
import { ReviewOwnerTable } from '../../../reviews/office/ReviewOwnerTable.tsx'
import { ReviewState } from '../../../reviews/office/ReviewState.tsx'
import { useScopeText } from '../../../reviews/use-scope-text.ts'
import { WithdrawReviewDialog } from '../../../reviews/WithdrawReviewDialog.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { AtUtc } from '../../../ui/AtUtc.tsx'

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
  const remind = useOfficeAct(id, 'remind')
  const withdraw = useOfficeAct(id, 'withdraw')
  const [isWithdrawing, setWithdrawing] = useState(false)
  const go = (next: number) => void navigate({ search: present({ page: next > 1 ? next : undefined }) })
  const review = found.data?.review
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
      <ListPanel
        title={t`Owners`}
        of={{ ...found, data: found.data?.owners }}
        address={{ page, goTo: go }}
        failed={t`The review could not be loaded`}
        empty={{
          icon: Users,
          title: t`Nothing is in question`,
          text: t`Nobody else has access to these keys, or everything is still being collected.`,
        }}
      >
        {({ data }) => <ReviewOwnerTable owners={data} />}
      </ListPanel>
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
