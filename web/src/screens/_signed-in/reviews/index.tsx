import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListChecks } from '../../../ui/icons/ListChecks.ts'
import { Plus } from '../../../ui/icons/Plus.ts'
import { useState } from 'react'
import { Loaded } from '../../../kits/Loaded.tsx'
import { ReviewList } from '../../../reviews/ReviewList.tsx'
import { reviewsQuery } from '../../../reviews/reviews.ts'
import { StartReviewDialog } from '../../../reviews/StartReviewDialog.tsx'
import { groupsQuery } from '../../../sharing/memberships/groups.ts'
import { Page } from '../../../shell/Page.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export const Route = createFileRoute('/_signed-in/reviews/')({ component: ReviewsScreen })

function ReviewsScreen() {
  const { t } = useLingui()
  const reviews = useQuery(reviewsQuery)
  const groups = useQuery(groupsQuery).data?.own_groups ?? []
  const navigate = Route.useNavigate()
  const [isStarting, setStarting] = useState(false)
  const startButton = (
    <Button variant="primary" icon={Plus} onPress={() => setStarting(true)}>
      <Trans>Start a review</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Reviews of access`}
      subtitle={<Trans>Say who still needs your keys. What you do not confirm by the date ends.</Trans>}
      crumbs={<Breadcrumbs crumbs={[{ label: t`Dashboard`, to: '/dashboard' }, { label: t`Reviews of access` }]} />}
      actions={reviews.data && reviews.data.data.length > 0 && startButton}
    >
      <Loaded
        of={reviews}
        failed={t`Your reviews could not be loaded`}
        frame="card"
        empty={{
          icon: ListChecks,
          title: t`No reviews`,
          text: t`A review shows everybody who can use your keys, in one list to confirm or revoke.`,
          action: startButton,
        }}
      >
        {({ data }) => (
          <Panel title={t`Reviews`} padding="none">
            <ReviewList reviews={data} />
          </Panel>
        )}
      </Loaded>
      {isStarting && (
        <StartReviewDialog
          of="own"
          groups={groups}
          onClose={() => setStarting(false)}
          onStarted={(id) => void navigate({ to: '/reviews/$id', params: { id } })}
        />
      )}
    </Page>
  )
}
