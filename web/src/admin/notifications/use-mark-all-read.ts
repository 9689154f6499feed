import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { markAllNotificationsRead } from '@twofold/contract/admin/notifications'
import { call } from '../../lib/call.ts'
import { notificationsKey } from './notifications.ts'

export function useMarkAllRead() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(markAllNotificationsRead),
    meta: { fallback: t`The notifications could not be marked as read` },
    onSuccess: () => client.invalidateQueries({ queryKey: notificationsKey }),
  })
}
