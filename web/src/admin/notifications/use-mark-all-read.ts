import { useLingui } from '@lingui/react/macro'
import { markAllNotificationsRead } from '@twofold/contract/admin/notifications'
import { useAct } from '../../kits/use-act.ts'
import { call } from '../../lib/call.ts'
import { notificationsKey } from './notifications.ts'

export function useMarkAllRead() {
  const { t } = useLingui()
  return useAct({
    send: () => call(markAllNotificationsRead),
    failed: t`The notifications could not be marked as read`,
    said: false,
    renews: [notificationsKey],
  })
}
