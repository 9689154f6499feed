import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { accessQuery } from '../../../admin/access/access.ts'
import { failureMessage } from '../../../lib/api-error.ts'
import { pageIn, present, searchIn, textIn } from '../../../lib/list-search.ts'
import { useExistingPage } from '../../../lib/use-existing-page.ts'
import { officeReviewsQuery } from '../../../reviews/office/office-reviews.ts'
import { OfficeReviewTable } from '../../../reviews/office/OfficeReviewTable.tsx'
import { StartReviewDialog } from '../../../reviews/StartReviewDialog.tsx'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export const Route = createFileRoute('/admin/reviews/')({
  // What a review that is started here is about, from the ledger.
  validateSearch: searchIn(({ tag, group, domains, page }) => ({
    tag: textIn(tag),
    group: textIn(group),
    domains: textIn(domains),
    page: pageIn(page),
  })),
  component: ReviewsScreen,
})

function ReviewsScreen() {
  const { t } = useLingui()
  const { page = 1, tag, group, domains } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(officeReviewsQuery(page))
  const ofGroup = useQuery({ ...accessQuery({ question: 'access', group: group ?? '' }), enabled: group !== undefined }).data
  const groupName = ofGroup?.data.find((row) => row.group?.id === group)?.group?.name ?? undefined
  const isPreset = tag !== undefined || group !== undefined || domains !== undefined
  const [isStarting, setStarting] = useState(false)
  const go = (next: number) => void navigate({ search: present({ tag, group, domains, page: next > 1 ? next : undefined }) })
  useExistingPage(page, isPlaceholderData ? undefined : data?.last_page, go)
  const scope = domains !== undefined ? 'outside' : tag !== undefined ? 'tag' : groupName !== undefined ? 'group' : 'all'
  return (
    <AdminPage
      title={t`Reviews of access`}
      subtitle={t`Owners confirm who still needs their keys, and what they do not confirm ends. You see how far they are, and get no access by it.`}
      crumbs={[{ label: t`Access`, to: '/admin/access' }, { label: t`Reviews of access` }]}
      actions={
        <Button variant="primary" icon={Plus} onPress={() => setStarting(true)} pending={group !== undefined && !ofGroup}>
          <Trans>Start a review</Trans>
        </Button>
      }
    >
      <Panel
        title={t`Reviews`}
        padding="none"
        footer={data && data.last_page > 1 && <Pagination page={page} pages={data.last_page} total={data.total} onPage={go} />}
      >
        {data && data.data.length > 0 ? (
          <OfficeReviewTable reviews={data.data} />
        ) : data ? (
          <EmptyState icon={ListChecks} title={t`No reviews`} level={3}>
            {isPreset ? (
              <Trans>Start one about what you asked the ledger.</Trans>
            ) : (
              <Trans>A review of a tag, a group or certain addresses begins best from the ledger of access.</Trans>
            )}
          </EmptyState>
        ) : error ? (
          <ErrorState level={3} title={t`The reviews could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
            {failureMessage(error, error.message)}
          </ErrorState>
        ) : (
          <div className="p-5">
            <Loading />
          </div>
        )}
      </Panel>
      {isStarting && (
        <StartReviewDialog
          of="office"
          groups={group !== undefined && groupName !== undefined ? [{ id: group, name: groupName }] : []}
          preset={{ scope, tag, domains, group_id: group }}
          onClose={() => setStarting(false)}
          onStarted={(id) => void navigate({ to: '/admin/reviews/$id', params: { id } })}
        />
      )}
    </AdminPage>
  )
}
