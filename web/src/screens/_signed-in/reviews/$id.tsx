import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ReviewItem } from '@twofold/contract/reviews'
import { CircleSlash } from '../../../ui/icons/CircleSlash.ts'
import { useState } from 'react'
import { Loaded } from '../../../kits/Loaded.tsx'
import { reviewQuery, useWithdrawReview } from '../../../reviews/reviews.ts'
import { useScopeText } from '../../../reviews/use-scope-text.ts'
import { ReviewSubject } from '../../../reviews/ReviewSubject.tsx'
import { useAnswers } from '../../../reviews/use-answers.ts'
import { WithdrawReviewDialog } from '../../../reviews/WithdrawReviewDialog.tsx'
import { LevelBadge } from '../../../ui/LevelBadge.tsx'
import { Page } from '../../../shell/Page.tsx'
import { Alert } from '../../../ui/Alert.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { When } from '../../../ui/When.tsx'

export const Route = createFileRoute('/_signed-in/reviews/$id')({ component: ReviewScreen })

function ReviewScreen() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const scopeText = useScopeText()
  const found = useQuery(reviewQuery(id))
  const { data } = found
  const [isWithdrawing, setWithdrawing] = useState(false)
  const withdraw = useWithdrawReview(id, () => void navigate({ to: '/reviews' }))
  const review = data?.review
  const items = data?.items ?? []
  const isOver = review !== undefined && review.state !== 'open'
  const answer = useAnswers(id, items, { enabled: data !== undefined && !isOver })
  const title = review ? scopeText(review) : t`Review of access`

  return (
    <Page
      title={title}
      subtitle={review && <DueDate at={review.due_at} isOver={isOver} />}
      crumbs={
        <Breadcrumbs
          crumbs={[{ label: t`Dashboard`, to: '/dashboard' }, { label: t`Reviews of access`, to: '/reviews' }, { label: title }]}
        />
      }
      actions={
        review &&
        !isOver &&
        !review.is_office && (
          <Button onPress={() => setWithdrawing(true)}>
            <Trans>Withdraw review</Trans>
          </Button>
        )
      }
    >
      <Loaded
        of={found}
        failed={t`The review could not be loaded`}
        frame="card"
        missing={{
          icon: CircleSlash,
          title: t`No such review`,
          text: t`It was withdrawn, or nothing of yours is in question.`,
          action: <LinkButton to="/reviews">{t`All reviews`}</LinkButton>,
        }}
      >
        {({ review: shown, has_more: hasMore }) => (
          <>
            <Status left={shown.left} total={shown.total} by={shown.is_office ? shown.started_by.name : undefined} isOver={isOver} />
            <Panel title={t`Keys and groups`} padding="none">
              {inSubjects(items).map(({ about, ofIt }) => (
                <ReviewSubject
                  key={about.kind + about.id}
                  about={about}
                  items={ofIt}
                  isOver={isOver}
                  level={({ permission }) => permission && <LevelBadge permission={permission} />}
                  onAnswer={answer}
                />
              ))}
            </Panel>
            {hasMore && <MoreItems isPending={found.isFetching} onLoad={() => void found.refetch()} />}
          </>
        )}
      </Loaded>
      {isWithdrawing && <WithdrawReviewDialog act={withdraw} onClose={() => setWithdrawing(false)} />}
    </Page>
  )
}

function DueDate({ at, isOver }: { at: string; isOver: boolean }) {
  return isOver ? (
    <Trans>
      This review ended <When at={at} />.
    </Trans>
  ) : (
    <Trans>
      Who still needs your keys? What you do not confirm ends <When at={at} />.
    </Trans>
  )
}

function MoreItems({ isPending, onLoad }: { isPending: boolean; onLoad: () => void }) {
  const { t } = useLingui()
  return (
    <Alert
      type="info"
      title={t`There is more`}
      actions={
        <Button size="sm" onPress={onLoad} pending={isPending}>
          <Trans>Load more</Trans>
        </Button>
      }
    >
      <Trans>Answer these first, then load more.</Trans>
    </Alert>
  )
}

function Status({ left, total, by, isOver }: { left: number; total: number; by: string | undefined; isOver: boolean }) {
  const { t } = useLingui()
  const done = total - left
  return (
    <div className="grid gap-2">
      <p role="status" className="text-text-2">
        {by !== undefined && (
          <>
            <Trans>{by} started this review. Only you decide about your keys.</Trans>{' '}
          </>
        )}
        {isOver ? null : left === 0 ? (
          <Trans>Everything is answered.</Trans>
        ) : (
          <Plural value={left} one="# answer left" other="# answers left" />
        )}
      </p>
      {!isOver && <ProgressBar label={t`Answered`} value={done} max={total} valueText={t`${done} of ${total}`} />}
    </div>
  )
}

/** Items of one key, or of one group, follow each other. */
function inSubjects(items: readonly ReviewItem[]): { about: ReviewItem['about']; ofIt: ReviewItem[] }[] {
  const subjects = new Map<string, { about: ReviewItem['about']; ofIt: ReviewItem[] }>()
  for (const item of items) {
    const key = item.about.kind + item.about.id
    const subject = subjects.get(key) ?? { about: item.about, ofIt: [] }
    subject.ofIt.push(item)
    subjects.set(key, subject)
  }
  return [...subjects.values()]
}
