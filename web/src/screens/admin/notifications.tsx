import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Bell } from '../../ui/icons/Bell.ts'
import { CheckCheck } from '../../ui/icons/CheckCheck.ts'
import { NotificationList } from '../../admin/notifications/NotificationList.tsx'
import { notificationsQuery } from '../../admin/notifications/notifications.ts'
import { useMarkAllRead } from '../../admin/notifications/use-mark-all-read.ts'
import { ListPanel } from '../../kits/ListPanel.tsx'
import { useListAddress } from '../../kits/use-list-address.ts'
import { pageIn, searchIn } from '../../lib/list-search.ts'
import { AdminPage } from '../../shell/admin/AdminPage.tsx'
import { Button } from '../../ui/Button.tsx'

export const Route = createFileRoute('/admin/notifications')({
  validateSearch: searchIn(({ page }) => ({ page: pageIn(page) })),
  component: NotificationsScreen,
})

function NotificationsScreen() {
  const { t } = useLingui()
  const { page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const notifications = useQuery({ ...notificationsQuery(page), select: (answer) => ({ ...answer, data: answer.notifications }) })
  const address = useListAddress({ page, filters: {}, go: (to, how) => void navigate({ search: to, ...how }) })
  const markAll = useMarkAllRead()
  const unread = notifications.data?.unread_count ?? 0
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
      <ListPanel
        title={t`What happened`}
        of={notifications}
        address={address}
        failed={t`The notifications could not be loaded`}
        empty={{ icon: Bell, title: t`No notifications`, text: t`New users, locked accounts, backups and warnings appear here.` }}
      >
        {({ data }) => <NotificationList items={data} />}
      </ListPanel>
    </AdminPage>
  )
}
