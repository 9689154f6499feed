import type { listNotifications } from '@twofold/contract/admin/notifications'
import type { CallResponse } from '@twofold/contract/endpoint'
import { defaultPageSize } from '@twofold/contract/paging'
import type { AccountsService } from '../../accounts/accounts.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { DeliveredEvent } from '../../platform/events.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { Policy } from '../../platform/policy/policy.ts'
import { paged } from '../../platform/paging.ts'
import type { Tx } from '../../platform/transaction.ts'
import type { NewNotificationRow, NotificationsRepository } from './notifications.repository.ts'
import { tellEvent } from './tell-event.ts'

const day = 24 * 60 * 60 * 1000

export interface NotificationsServiceDeps {
  db: Db
  notifications: (db: Db) => NotificationsRepository
  accounts: Pick<AccountsService, 'find'>
  policy: Pick<Policy, 'notification_days'>
  clock: Clock
}

/** What happened that administrators should know. Each has read it or not by themselves. */
export function createNotificationsService(deps: NotificationsServiceDeps) {
  const notifications = deps.notifications(deps.db)

  return {
    /** Listens to events; one that comes twice is told once. */
    async hear(event: DeliveredEvent): Promise<void> {
      const userId = event.to !== undefined && 'user_id' in event.to ? event.to.user_id : undefined
      const told = tellEvent(event, undefined)
      if (told === undefined) return
      const person = userId === undefined ? undefined : await deps.accounts.find(userId)
      await notifications.put({ ...told, ...tellEvent(event, person?.name), id: event.id, created_at: new Date(event.time) })
    },

    /** What no event tells of, in the transaction of what happened. */
    add: (tx: Pick<Tx, 'db'>, notification: NewNotificationRow): Promise<void> => deps.notifications(tx.db).put(notification),

    async list(user: Identity, page: number): Promise<CallResponse<typeof listNotifications>> {
      const [rows, { total, unread, alerts }] = await Promise.all([
        notifications.list(user.id, defaultPageSize, (page - 1) * defaultPageSize),
        notifications.count(user.id),
      ])
      const { data, ...place } = paged(rows, { page, perPage: defaultPageSize, total })
      return {
        notifications: data.map(({ read_by, created_at, ...row }) => ({
          ...row,
          read: read_by !== null,
          created_at: created_at.toISOString(),
        })),
        unread_count: unread,
        alert_count: alerts,
        ...place,
      }
    },

    markAllRead: (user: Identity): Promise<void> => notifications.markAllRead(user.id),

    removeOld: (): Promise<void> => notifications.removeBefore(new Date(deps.clock.now() - deps.policy.notification_days * day)),
  }
}

export type NotificationsService = ReturnType<typeof createNotificationsService>
