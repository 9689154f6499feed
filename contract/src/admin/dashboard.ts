import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { healthStatus } from './health.ts'

/** Days that "recent" and "this week" look back. */
export const recentDays = 7

/** Days without a sign-in after which an account counts as inactive in figures. */
export const inactiveDays = 30

export const dashboardFigures = z.object({
  /** When users, keys, shares, sessions and recovery codes were counted: just now, or a few minutes ago where there are very many. */
  counted_at: z.string(),
  users: z.object({
    total: z.number(),
    active: z.number(),
    admins: z.number(),
    /** Deactivated. */
    inactive: z.number(),
    recent_signups: z.number(),
    recent_logins: z.number(),
  }),
  keys: z.object({ total: z.number(), recent: z.number() }),
  shares: z.object({ total: z.number(), recent: z.number() }),
  /** Sessions that are open and were used in the last seven days. */
  sessions: z.object({ active: z.number() }),
  system: z.object({
    node_version: z.string(),
    framework_version: z.string(),
    database_version: z.string(),
    /** MB, with one decimal. */
    database_size: z.number(),
    recovery_codes: z.number(),
    unused_recovery_codes: z.number(),
  }),
  email: z.object({ failed_emails_24h: z.number() }),
  /** As the regular health check left it. */
  health: z.object({ status: healthStatus }),
  /** The maintenance that is under way. */
  maintenance: z.nullable(z.object({ until: z.string() })),
})
export type DashboardFigures = z.infer<typeof dashboardFigures>

export const getAdminDashboard = endpoint({
  method: 'GET',
  path: '/admin/dashboard',
  tag: 'Back office',
  summary: 'How many users, keys and shares there are, what happened in the last seven days, and what it runs on',
  response: dashboardFigures,
})
