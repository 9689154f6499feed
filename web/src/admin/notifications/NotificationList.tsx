import './notifications.css'
import { useLingui } from '@lingui/react/macro'
import type { Notification } from '@twofold/contract/admin/notifications'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Icon } from '../../ui/Icon.tsx'
import { Ago } from '../../ui/TimeText.tsx'

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
              <Ago time={created_at} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
