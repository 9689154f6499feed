import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell } from '../../ui/icons/Bell.ts'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Loaded } from '../../kits/Loaded.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useOpenDialog } from '../../ui/use-open-dialog.ts'
import { NotificationList } from './NotificationList.tsx'
import { notificationsQuery } from './notifications.ts'
import { useMarkAllRead } from './use-mark-all-read.ts'

/** Shown in the dropdown; the screen has the rest. */
const shownItems = 5

/** The bell of the header. `isHealthy`: e-mail and system are known to be well, so that it may say so. */
export function NotificationsMenu({ isHealthy }: { isHealthy: boolean }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  useOpenDialog({ isOpen, onClose: () => setOpen(false) })
  const { data } = useQuery(notificationsQuery())
  const unread = data?.unread_count ?? 0
  const badge = unread > 99 ? '99+' : String(unread)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton
        className="ui-button relative"
        data-variant="quiet"
        data-size="md"
        data-icon-only=""
        aria-label={unread === 0 ? t`Notifications` : t`Notifications, ${badge} unread`}
      >
        <Icon icon={Bell} />
        {unread > 0 && (
          <span
            className="absolute start-[52%] top-0.5 min-w-4.5 rounded-full bg-danger px-1 text-center text-[0.6875rem] leading-4.5 font-bold text-on-danger"
            aria-hidden="true"
          >
            {badge}
          </span>
        )}
      </AriaButton>
      <Popover className="ui-popover w-88 max-w-[calc(100vw-1rem)] p-0" aria-label={t`Notifications`} placement="bottom end" offset={6}>
        <Contents isHealthy={isHealthy} close={() => setOpen(false)} />
      </Popover>
    </DialogTrigger>
  )
}

function Contents({ isHealthy, close }: { isHealthy: boolean; close: () => void }) {
  const { t } = useLingui()
  const notifications = useQuery(notificationsQuery())
  const { data, isError } = notifications
  const markAll = useMarkAllRead()
  const items = data?.notifications.slice(0, shownItems) ?? []
  const isQuiet = data?.unread_count === 0
  return (
    <>
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 py-1 ps-4 pe-2">
        <h2>
          <Trans>Notifications</Trans>
        </h2>
        {!isError && (data?.unread_count ?? 0) > 0 && (
          <Button size="sm" variant="quiet" onPress={() => markAll.mutate()} pending={markAll.isPending}>
            <Trans>Mark all read</Trans>
          </Button>
        )}
      </header>
      <Loaded of={notifications} failed={t`The notifications could not be loaded`} frame="inset">
        {() => (
          <>
            {isQuiet && (
              <p className="flex justify-center border-t border-border p-2">
                <Trans>No new notifications</Trans>
              </p>
            )}
            {isQuiet && isHealthy && <AllWell />}
            <NotificationList items={items} onGo={close} />
          </>
        )}
      </Loaded>
      <footer className="flex justify-center border-t border-border p-2">
        <Link to="/admin/notifications" className="text-button px-2 py-1 text-sm font-medium" onClick={close}>
          <Trans>View all notifications</Trans>
        </Link>
      </footer>
    </>
  )
}

function AllWell() {
  return (
    <div className="py-3 px-4 border-t border-border text-text-2 text-sm">
      <p className="text-text text-md font-medium">
        <Trans>System Health Check</Trans>
      </p>
      <p>
        <Trans>All systems operational</Trans>
      </p>
    </div>
  )
}
