import './notifications.css'
import { useLingui } from '@lingui/react/macro'
import type { Notification } from '@twofold/contract/admin/notifications'
import { CircleCheck } from '../../ui/icons/CircleCheck.ts'
import { Info } from '../../ui/icons/Info.ts'
import { TriangleAlert } from '../../ui/icons/TriangleAlert.ts'
import { timeText } from '../../lib/exact-time.ts'
import { sinceText } from '../../lib/time-text.ts'
import { AddressLink } from '../../ui/AddressLink.tsx'
import { Icon } from '../../ui/Icon.tsx'

const signs = { alert: TriangleAlert, info: Info, success: CircleCheck } as const

type NotificationListProps = {
  items: readonly Notification[]
  /** Called when the user follows a notification's link. */
  onGo?: (() => void) | undefined
}

export function NotificationList({ items, onGo }: NotificationListProps) {
  const { t } = useLingui()
  return (
    <ul className="notifications" aria-label={t`Notifications`}>
      {items.map(({ id, type, title, message, link, read, created_at }) => (
        <li key={id} data-type={type} data-unread={!read || undefined}>
          <Icon icon={signs[type]} />
          <div>
            <p className="text-text text-md font-medium">
              {link === null ? (
                title
              ) : (
                <AddressLink href={link} className="notification-link" onPress={onGo}>
                  {title}
                </AddressLink>
              )}
              {!read && <span className="sr-only"> ({t`unread`})</span>}
            </p>
            <p>{message}</p>
            <p className="text-text-3 text-xs">
              <time dateTime={created_at} data-tooltip={timeText(created_at)}>
                {sinceText(created_at, Date.now())}
              </time>
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
