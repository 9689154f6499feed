import { useLingui } from '@lingui/react/macro'
import type { Notification } from '@twofold/contract/admin/notifications'
import { CircleCheck } from '../../ui/icons/CircleCheck.ts'
import { Info } from '../../ui/icons/Info.ts'
import { TriangleAlert } from '../../ui/icons/TriangleAlert.ts'
import { timeText } from '../../lib/exact-time.ts'
import { sinceText } from '../../lib/time-text.ts'
import { AddressLink } from '../../ui/AddressLink.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Row } from '../../ui/Row.tsx'

const signs = { alert: TriangleAlert, info: Info, success: CircleCheck } as const
const tones = { alert: 'text-warning-text', info: 'text-info-text', success: 'text-success-text' } as const

type NotificationListProps = {
  items: readonly Notification[]
  /** Called when the user follows a notification's link. */
  onGo?: (() => void) | undefined
}

export function NotificationList({ items, onGo }: NotificationListProps) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Notifications`}>
      {items.map(({ id, type, title, message, link, read, created_at }) => (
        <Row key={id} data-marked={!read || undefined} className="items-start border-t border-border px-4 text-sm text-text-2">
          <Icon icon={signs[type]} className={`mt-0.5 ${tones[type]}`} />
          <div>
            <p className="text-text text-md font-medium">
              {link === null ? (
                title
              ) : (
                <AddressLink
                  href={link}
                  className="text-inherit underline decoration-border-strong underline-offset-[0.2em] hover:decoration-current"
                  onPress={onGo}
                >
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
        </Row>
      ))}
    </ul>
  )
}
