import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { RequestList } from '@twofold/contract/admin/requests'
import { Inbox } from 'lucide-react'
import { MailPath } from '../../admin/requests/MailPath.tsx'
import { RequestDetail } from '../../admin/requests/RequestDetail.tsx'
import { RequestItems } from '../../admin/requests/RequestItems.tsx'
import { requestsQuery } from '../../admin/requests/requests.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { oneIn, pageIn, present, searchIn, textIn } from '../../lib/list-search.ts'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segments } from '../../ui/Segments.tsx'

const lists = ['waiting', 'decided', 'expired'] as const

export const Route = createFileRoute('/admin/requests')({
  validateSearch: searchIn(({ list, id, page }) => ({ list: oneIn(list, lists), id: textIn(id), page: pageIn(page) })),
  component: RequestsScreen,
})

function RequestsScreen() {
  const { t } = useLingui()
  const { list = 'waiting', id, page = 1 } = present(Route.useSearch())
  const navigate = Route.useNavigate()
  const { data, error, isFetching, refetch } = useQuery(requestsQuery(list, page))
  const goTo = (next: number) => void navigate({ search: present({ list, page: next > 1 ? next : undefined }) })
  const titles: Record<RequestList, string> = { waiting: t`Waiting`, decided: t`Decided`, expired: t`Expired` }
  return (
    <AdminPage
      title={t`Requests`}
      subtitle={t`What cannot be taken back needs a second administrator, or a day’s wait.`}
      crumbs={[{ label: t`Requests` }]}
    >
      <Segments
        label={t`Requests`}
        options={lists.map((value) => ({ value, label: titles[value] }))}
        value={list}
        onChange={(value) => void navigate({ search: { list: value } })}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[19rem_minmax(0,1fr)]">
        <Panel
          title={titles[list]}
          padding="none"
          footer={data && data.last_page > 1 && <Pagination page={page} pages={data.last_page} total={data.total} onPage={goTo} />}
        >
          {data && data.data.length > 0 ? (
            <RequestItems requests={data.data} list={list} open={id} />
          ) : data ? (
            <EmptyState icon={Inbox} title={t`None`} level={3}>
              <Trans>No request is on this list.</Trans>
            </EmptyState>
          ) : error ? (
            <ErrorState level={3} title={t`The requests could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
              {failureMessage(error, error.message)}
            </ErrorState>
          ) : (
            <div className="p-5">
              <Loading />
            </div>
          )}
        </Panel>
        {id !== undefined && <RequestDetail key={id} id={id} />}
      </div>
      {list === 'waiting' && <MailPath />}
    </AdminPage>
  )
}
