import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { call } from '../../lib/call.ts'

export const notificationsKey = ['admin', 'notifications'] as const

/** One page of them. The first one is fetched again every 30 seconds, for the header. */
export const notificationsQuery = (page = 1) =>
  queryOptions({
    queryKey: [...notificationsKey, page],
    queryFn: ({ signal }) => call(listNotifications, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
    ...(page === 1 && { refetchInterval: 30_000 }),
  })
