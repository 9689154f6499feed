import { queryOptions } from '@tanstack/react-query'
import { getProfile, getProfileStats } from '@twofold/contract/profile'
import { call } from '../lib/call.ts'

/** The own account, as its person may see and change it. */
export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: ({ signal }) => call(getProfile, undefined, { signal }) })

/** Figures about the own account. */
export const profileStatsQuery = queryOptions({
  queryKey: ['profile', 'stats'],
  queryFn: ({ signal }) => call(getProfileStats, undefined, { signal }),
})

/** Milliseconds for which this page's toasts stay. */
export const profileToastDuration = 3000
