import { queryOptions } from '@tanstack/react-query'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import { call } from '../../lib/call.ts'

/** Milliseconds between two looks at the figures of the header. */
const statsInterval = 30_000

/** The figures of the back office. Every screen asks again and again, for its header. */
export const adminDashboardQuery = queryOptions({
  queryKey: ['admin', 'dashboard'],
  queryFn: ({ signal }) => call(getAdminDashboard, undefined, { signal }),
  refetchInterval: statsInterval,
})

/** How mail is doing, as far as the header goes by it. */
export const mailHealthQuery = queryOptions({
  queryKey: ['admin', 'email', 'statistics'],
  queryFn: ({ signal }) => call(getEmailStatistics, undefined, { signal }),
  refetchInterval: statsInterval,
})
