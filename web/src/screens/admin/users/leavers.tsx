import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { leaversQuery } from '../../../admin/leavers/leavers.ts'
import { PlanTable } from '../../../admin/leavers/PlanTable.tsx'
import { failureMessage } from '../../../lib/api-error.ts'
import { oneIn, pageIn, present, searchIn } from '../../../lib/list-search.ts'
import { useExistingPage } from '../../../lib/use-existing-page.ts'
import { AdminPage } from '../../../shell/admin/AdminPage.tsx'
import { EmptyState, ErrorState } from '../../../ui/EmptyState.tsx'
import { FilterBar } from '../../../ui/FilterBar.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Select } from '../../../ui/Select.tsx'

export const Route = createFileRoute('/admin/users/leavers')({
  validateSearch: searchIn(({ state, page }) => ({ state: oneIn(state, ['closed']), page: pageIn(page) })),
  component: LeaversScreen,
})

function LeaversScreen() {
  const { t } = useLingui()
  const { state = 'open', page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(leaversQuery({ state, page }))
  const closed = state === 'closed' ? state : undefined
  const goTo = (next: number, { replace = false } = {}) =>
    void navigate({ search: present({ state: closed, page: next > 1 ? next : undefined }), replace })
  useExistingPage(page, isPlaceholderData ? undefined : data?.last_page, goTo)
  return (
    <AdminPage
      title={t`Leaver plans`}
      crumbs={[{ label: t`Users`, to: '/admin/users' }, { label: t`Leaver plans` }]}
      subtitle={<Trans>What is left to do when somebody leaves: new owners for their keys, and secrets to rotate.</Trans>}
    >
      <Panel
        title={t`Plans`}
        padding="none"
        footer={data && data.last_page > 1 && <Pagination page={page} pages={data.last_page} total={data.total} onPage={goTo} />}
      >
        <FilterBar onClear={closed && (() => void navigate({ search: {} }))}>
          <Select
            label={t`State`}
            value={state}
            onChange={({ target }) => void navigate({ search: present({ state: oneIn(target.value, ['closed']) }), replace: true })}
            options={[
              { value: 'open', label: t`Open` },
              { value: 'closed', label: t`Closed` },
            ]}
          />
        </FilterBar>
        {data && data.data.length > 0 ? (
          <PlanTable plans={data.data} />
        ) : data ? (
          <EmptyState icon={ClipboardCheck} title={closed ? t`No plan was closed yet` : t`No open leaver plans`} level={3}>
            <Trans>One begins when somebody is deactivated.</Trans>
          </EmptyState>
        ) : error ? (
          <ErrorState level={3} title={t`The leaver plans could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
            {failureMessage(error, error.message)}
          </ErrorState>
        ) : (
          <div className="p-5">
            <Loading />
          </div>
        )}
      </Panel>
    </AdminPage>
  )
}
