import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getSystemHealth } from '@twofold/contract/admin/health'
import { listFailedJobs, listJobs } from '@twofold/contract/admin/jobs'
import { listMaintenance } from '@twofold/contract/admin/maintenance'
import { getNoticeReach } from '@twofold/contract/admin/notices'
import { getReleases } from '@twofold/contract/admin/releases'
import { getReport } from '@twofold/contract/admin/system'
import { call } from '../../lib/call.ts'
import { queryOf } from '../../lib/query-of.ts'
import { adminDashboardQuery } from '../dashboard/dashboard.ts'

export const systemKey = ['admin', 'system'] as const

/** Milliseconds between two looks at what moves by itself. */
const interval = 30_000

/** Adds the offset of this browser's clock from the server's, in seconds, corrected by half the round trip. */
export const healthQuery = queryOptions({
  queryKey: [...systemKey, 'health'],
  queryFn: async ({ signal }) => {
    const asked = Date.now()
    const health = await call(getSystemHealth, undefined, { signal })
    const heard = Date.now()
    return { ...health, browserSeconds: (Date.parse(health.server_time) - (asked + heard) / 2) / 1000 }
  },
  refetchInterval: interval,
})

export const jobsQuery = { ...queryOf([...systemKey, 'jobs'], listJobs), refetchInterval: interval }

export const failedJobsQuery = (query: { queue?: string; page: number }) => ({
  ...queryOf([...systemKey, 'jobs', 'failed', query], listFailedJobs, { query }),
  placeholderData: keepPreviousData,
  refetchInterval: interval,
})

export const maintenanceQuery = { ...queryOf([...systemKey, 'maintenance'], listMaintenance), refetchInterval: interval }

/** The windows, and the notice about them on every screen of the back office. */
export const maintenanceKeys = [maintenanceQuery.queryKey, adminDashboardQuery.queryKey]

export const noticeReachQuery = queryOf([...systemKey, 'notice'], getNoticeReach)

export const releasesQuery = queryOf([...systemKey, 'releases'], getReleases)

/** Computed again whenever somebody looks. */
export const reportQuery = { ...queryOf([...systemKey, 'report'], getReport), staleTime: Infinity, gcTime: 0 }
