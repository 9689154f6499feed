import { getProfile, getProfileStats } from '@twofold/contract/profile'
import { queryOf } from '../lib/query-of.ts'

/** The own account, as its person may see and change it. */
export const profileQuery = queryOf(['profile'], getProfile)

/** Figures about the own account. */
export const profileStatsQuery = queryOf(['profile', 'stats'], getProfileStats)

/** Milliseconds for which this page's toasts stay. */
export const profileToastDuration = 3000
