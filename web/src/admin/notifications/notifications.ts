import { keepPreviousData } from '@tanstack/react-query'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { queryOf } from '../../lib/query-of.ts'

export const notificationsKey = ['admin', 'notifications'] as const

/** A page of notifications. The first one is polled every 30 seconds, for the header. */
export const notificationsQuery = (page = 1) => ({
  ...queryOf([...notificationsKey, page], listNotifications, { query: { page } }),
  placeholderData: keepPreviousData,
  ...(page === 1 && { refetchInterval: 30_000 }),
})
