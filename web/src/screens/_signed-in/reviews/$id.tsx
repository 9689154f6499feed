import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ReviewItem } from '@twofold/contract/reviews'
import { CircleSlash } from '../../../ui/icons.generated.ts'
import { useState } from 'react'
import { Loaded } from '../../../kits/Loaded.tsx'
import { reviewQuery, useAnswer } from '../../../reviews/reviews.ts'
import { useScopeText } from '../../../reviews/ReviewScope.tsx'
import { ReviewSubject } from '../../../reviews/ReviewSubject.tsx'
import { useReviewKeys } from '../../../reviews/use-review-keys.ts'
import { WithdrawReviewDialog } from '../../../reviews/WithdrawReviewDialog.tsx'
import { LevelBadge } from '../../../sharing/LevelBadge.tsx'
import { Page } from '../../../shell/Page.tsx'
import { useShortcut } from '../../../lib/use-shortcut.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProgressBar } from '../../../ui/Progress.tsx'
import { When } from '../../../ui/When.tsx'

export const Route = createFileRoute('/_signed-in/reviews/$id')({ component: ReviewScreen })

function ReviewScreen() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const scopeText = useScopeText()
  const found = useQuery(reviewQuery(id))
  const { data } = found
  const { mutate } = useAnswer(id)
  const { current, move, leave } = useReviewKeys()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const [last, setLast] = useState<string[]>([])
  const review = data?.review
  const items = data?.items ?? []
  const isOver = review !== undefined && review.state !== 'open'
  const title = review ? scopeText(review) : t`Review of access`

  function answer(answered: readonly ReviewItem[], what: 'confirmed' | 'revoked' | 'undone') {
    const ids = answered
      .filter(({ state }) => (what === 'undone' ? state === 'confirmed' || state === 'revoked' : state === 'open'))
      .map((item) => item.id)
    if (ids.length === 0) return
    mutate({ items: ids, answer: what })
    setLast(what === 'undone' ? [] : ids)
    if (what !== 'undone') leave(ids)
  }
  const act = (what: 'confirmed' | 'revoked') => {
    const row = current()
    answer(
      items.filter((item) => item.id === row),
      what,
    )
  }
  const confirmAll = () => {
    const about = items.find((item) => item.id === current())?.about
    answer(
      items.filter((item) => item.about.id === about?.id),
      'confirmed',
    )
  }
  const options = { enabled: data !== undefined && !isOver }
  useShortcut('j', t`Next row`, () => move(1), options)
  useShortcut('k', t`Previous row`, () => move(-1), options)
  useShortcut('c', t`Confirm`, () => act('confirmed'), options)
  useShortcut('r', t`Revoke`, () => act('revoked'), options)
  useShortcut('a', t`Confirm all of a key`, confirmAll, options)
  useShortcut(
    'z',
    t`Undo the last answer`,
    () =>
      answer(
        items.filter((item) => last.includes(item.id)),
        'undone',
      ),
    options,
  )

  return (
    <Page
      title={title}
      subtitle={
        review &&
        (isOver ? (
          <Trans>
            This review ended <When at={review.due_at} />.
          </Trans>
        ) : (
          <Trans>
            Who still needs your keys? What you do not confirm ends <When at={review.due_at} />.
          </Trans>
        ))
      }
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
        missing={
          <EmptyState
            icon={CircleSlash}
            title={t`No such review`}
            action={
              <LinkButton to="/reviews">
                <Trans>All reviews</Trans>
              </LinkButton>
            }
          >
            <Trans>It was withdrawn, or nothing of yours is in question.</Trans>
          </EmptyState>
        }
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
            {hasMore && (
              <Alert
                type="info"
                title={t`There is more`}
                actions={
                  <Button size="sm" onPress={() => void found.refetch()} pending={found.isFetching}>
                    <Trans>Load more</Trans>
                  </Button>
                }
              >
                <Trans>Answer these first, then load more.</Trans>
              </Alert>
            )}
          </>
        )}
      </Loaded>
      {isWithdrawing && (
        <WithdrawReviewDialog id={id} onClose={() => setWithdrawing(false)} onDone={() => void navigate({ to: '/reviews' })} />
      )}
    </Page>
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
