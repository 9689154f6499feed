import './notifications.css'
import { useLingui } from '@lingui/react/macro'
import type { Notification } from '@twofold/contract/admin/notifications'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { sinceText, timeText } from '../../lib/time-text.ts'
import { Icon } from '../../ui/Icon.tsx'

const signs = { alert: TriangleAlert, info: Info, success: CircleCheck } as const

export function NotificationList({ items }: { items: readonly Notification[] }) {
  const { t } = useLingui()
  return (
    <ul className="notifications" aria-label={t`Notifications`}>
      {items.map(({ id, type, title, message, read, created_at }) => (
        <li key={id} data-type={type} data-unread={!read || undefined}>
          <Icon icon={signs[type]} />
          <div>
            <p className="notification-title">
              {title}
              {!read && <span className="sr-only"> ({t`unread`})</span>}
            </p>
            <p>{message}</p>
            <p className="notification-time">
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
