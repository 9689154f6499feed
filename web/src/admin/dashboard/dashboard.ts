import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { getEmailStatistics } from '@twofold/contract/mail-log/dashboard'
import { queryOf } from '../../lib/query-of.ts'

/** Milliseconds between two looks at the figures of the header. */
const statsInterval = 30_000

/** The figures of the back office. Every screen asks again and again, for its header. */
export const adminDashboardQuery = { ...queryOf(['admin', 'dashboard'], getAdminDashboard), refetchInterval: statsInterval }

/** The e-mail figures that the header depends on. */
export const mailHealthQuery = { ...queryOf(['admin', 'email', 'statistics'], getEmailStatistics), refetchInterval: statsInterval }
