import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { healthStatus } from './health.ts'

const endpoint = taggedEndpoint('Back office')

/** Days in UTC, the present one included, that "recent" and "this week" mean. */
export const recentDays = 7

export const dashboardFigures = z.object({
  /** Time at which users, keys, shares, sessions and recovery codes were counted: just now, or a few minutes ago in large installations. */
  counted_at: z.string(),
  users: z.object({
    total: z.number(),
    active: z.number(),
    /** Administrators, deactivated ones included, as the list of users finds them. */
    admins: z.number(),
    deactivated: z.number(),
    /** The older name of `deactivated`; it has nothing to do with the days without a sign-in that analytics call inactive. */
    inactive: z.number(),
    /** Equals `sign_ups` of the analytics for 7 days. */
    recent_signups: z.number(),
    /** Sign-ins, the same as `sign_ins` of analytics with 7 days. */
    recent_logins: z.number(),
  }),
  /** `recent`: of these, the ones that came in the last seven days. */
  keys: z.object({ total: z.number(), recent: z.number() }),
  /** Grants: one key that one recipient can use counts once. */
  shares: z.object({ total: z.number(), recent: z.number() }),
  /** Sessions that are open and were used in the last seven days. */
  sessions: z.object({ active: z.number() }),
  system: z.object({
    node_version: z.string(),
    framework_version: z.string(),
    database_version: z.string(),
    /** MB, with one decimal. */
    database_size: z.number(),
    /** Codes of sets in force and of accounts that are not deleted. A clean-up of `unused_recovery_codes` removes others, which no longer work. */
    recovery_codes: z.number(),
    unused_recovery_codes: z.number(),
  }),
  email: z.object({ failed_emails_24h: z.number() }),
  /** Result of the last regular health check. */
  health: z.object({ status: healthStatus }),
  /** The maintenance that is under way. */
  maintenance: z.nullable(z.object({ until: z.string() })),
})
export type DashboardFigures = z.infer<typeof dashboardFigures>

export const getAdminDashboard = endpoint('GET /admin/dashboard', {
  summary: 'Get totals of users, keys and shares, activity of the last seven days, and system information',
  response: dashboardFigures,
})
