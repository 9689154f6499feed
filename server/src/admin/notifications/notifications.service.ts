import { hash } from 'node:crypto'
import type { listNotifications } from '@twofold/contract/admin/notifications'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { Db } from '../../platform/database.ts'
import type { DeliveredEvent } from '../../platform/events.ts'
import type { Identity } from '../../platform/identity.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import { paged } from '../../platform/paging.ts'
import type { NewNotificationRow, NotificationsRepository } from './notifications.repository.ts'
import { notificationOf } from './event-notification.ts'
import type { RetentionTask } from '../../platform/retention.ts'
import type { ServiceDeps } from '../../platform/service-deps.ts'

const day = 24 * 60 * 60 * 1000

export interface NotificationsServiceDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  notifications: (db: Db) => NotificationsRepository
  accounts: Pick<AccountsService, 'find'>
  policy: Pick<Policy, 'notification_days'>
}

/** Notifications for administrators. Each administrator has their own read state. */
export function createNotificationsService(deps: NotificationsServiceDeps) {
  const notifications = deps.notifications(deps.db)

  return {
    /** Handles events; a repeated event notifies once. */
    async hear(event: DeliveredEvent): Promise<void> {
      const userId = event.to !== undefined && 'user_id' in event.to ? event.to.user_id : undefined
      const notice = notificationOf(event, undefined)
      if (notice === undefined) return
      const person = userId === undefined ? undefined : { id: userId, name: (await deps.accounts.find(userId))?.name }
      await notifications.put({ ...notice, ...notificationOf(event, person), id: event.id, created_at: new Date(event.time) })
    },

    /** Notifies of something that is no event of the catalogue. `cause` identifies the occasion: repetitions, from whichever node, notify once. */
    async notify(cause: string, notice: Pick<NewNotificationRow, 'type' | 'title' | 'message' | 'said' | 'link'>): Promise<void> {
      await notifications.put({ ...notice, id: idOf(cause), created_at: deps.clock.date() })
    },

    async list(user: Identity, page: number): Promise<CallResponse<typeof listNotifications>> {
      const [rows, { total, unread, alerts }] = await Promise.all([
        notifications.list(user.id, defaultPageSize, (page - 1) * defaultPageSize),
        notifications.count(user.id),
      ])
      const { data, ...place } = paged(rows, { page, perPage: defaultPageSize, total })
      return {
        notifications: data.map(({ read_by, created_at, said, ...row }) => ({
          ...row,
          said: said as NewNotificationRow['said'] | null,
          read: read_by !== null,
          created_at: created_at.toISOString(),
        })),
        unread_count: unread,
        alert_count: alerts,
        ...place,
      }
    },

    markAllRead: (user: Identity): Promise<void> => notifications.markAllRead(user.id),

    removable: (): RetentionTask[] => notifications.removable(new Date(deps.clock.now() - deps.policy.notification_days * day)),
  }
}

/** The same id for the same cause. */
function idOf(cause: string): string {
  const digest = hash('sha256', cause, 'hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

export type NotificationsService = ReturnType<typeof createNotificationsService>
