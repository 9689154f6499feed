import { listNotifications, markAllNotificationsRead } from '@twofold/contract/admin/notifications'
import { say } from '@twofold/contract/sentences/sentences'

import { byAdmin } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { NotificationsService } from './notifications.service.ts'

export function notificationsRoutes(app: App, notifications: NotificationsService): void {
  route(app, listNotifications, { ...byAdmin.evenClosed.read, isPoll: true, readsTogether: true }, ({ user, query }) =>
    notifications.list(user, query.page),
  )
  route(app, markAllNotificationsRead, { ...byAdmin.evenClosed.atOnce, isAudited: false }, async ({ user }) => {
    await notifications.markAllRead(user)
    return { ...say('notifications.read'), unread_count: 0 }
  })
}
