import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Bell, CheckCheck } from 'lucide-react'
import { NotificationList } from '../../admin/notifications/NotificationList.tsx'
import { notificationsQuery } from '../../admin/notifications/notifications.ts'
import { useMarkAllRead } from '../../admin/notifications/use-mark-all-read.ts'
import { failureMessage } from '../../lib/api-error.ts'
import { pageIn, present, searchIn } from '../../lib/list-search.ts'
import { useExistingPage } from '../../lib/use-existing-page.ts'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, ErrorState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Panel } from '../../ui/Panel.tsx'

export const Route = createFileRoute('/admin/notifications')({
  validateSearch: searchIn(({ page }) => ({ page: pageIn(page) })),
  component: NotificationsScreen,
})

function NotificationsScreen() {
  const { t } = useLingui()
  const { page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data, error, isError, isFetching, isPlaceholderData, refetch } = useQuery(notificationsQuery(page))
  const goTo = (next: number, { replace = false } = {}) =>
    void navigate({ search: present({ page: next > 1 ? next : undefined }), replace })
  useExistingPage(page, isPlaceholderData ? undefined : data?.last_page, goTo)
  const markAll = useMarkAllRead()
  const unread = data?.unread_count ?? 0
  return (
    <AdminPage
      title={t`Notifications`}
      crumbs={[{ label: t`Notifications` }]}
      actions={
        <Button
          icon={CheckCheck}
          onPress={() => markAll.mutate()}
          pending={markAll.isPending}
          disabledReason={unread === 0 ? t`Everything is read.` : undefined}
        >
          <Trans>Mark all read</Trans>
        </Button>
      }
    >
      <Panel
        title={t`What happened`}
        padding="none"
        footer={data && data.last_page > 1 && <Pagination page={page} pages={data.last_page} total={data.total} onPage={goTo} />}
      >
        {data && data.notifications.length > 0 ? (
          <NotificationList items={data.notifications} />
        ) : data ? (
          <EmptyState icon={Bell} title={t`No notifications`} level={3}>
            <Trans>New users, locked accounts, backups and warnings will stand here.</Trans>
          </EmptyState>
        ) : isError ? (
          <ErrorState level={3} title={t`The notifications could not be loaded`} onRetry={() => void refetch()} retrying={isFetching}>
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
