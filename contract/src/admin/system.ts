import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { dashboardFigures } from './dashboard.ts'
import { systemHealth } from './health.ts'
import { jobQueue } from './jobs.ts'
import { maintenanceWindow } from './maintenance.ts'
import { releaseState } from './releases.ts'
import { said } from '../said.ts'

const endpoint = taggedEndpoint('System')

/** `expired_shares`: past their end. `orphaned_keys`: of accounts deleted over 30 days ago. `unused_recovery_codes`: those that no longer work, of replaced sets and of deleted accounts. */
export const cleanupTypes = ['expired_shares', 'orphaned_keys', 'unused_recovery_codes'] as const
export type CleanupType = (typeof cleanupTypes)[number]

/** Names that a dry run shows. */
export const cleanupSampleMost = 10

export const cleanupResults = z.object({
  type: z.enum(cleanupTypes),
  /** Shares, keys or recovery codes: found by a dry run, removed by a run. */
  count: z.number(),
  /** Affected people: those who lose access, deleted accounts, owners of the codes. */
  people: z.number(),
  /** Distinct keys; those of recovery codes are none. */
  keys: z.number(),
  /** Some of the names, never more than that of a thing. */
  sample: z.array(z.string()),
})
export type CleanupResults = z.infer<typeof cleanupResults>

export const runCleanup = endpoint('POST /admin/cleanup', {
  summary: 'Run a clean-up, or with `dry_run` only count what it would remove',
  body: z.strictObject({ type: z.enum(cleanupTypes), dry_run: z._default(z.boolean(), false) }),
  response: z.object({ ...said, dry_run: z.boolean(), results: cleanupResults }),
})

export const systemReport = z.object({
  generated_at: z.string(),
  generated_by: z.string(),
  installation: z.object({ name: z.string(), url: z.string(), version: z.string() }),
  figures: dashboardFigures,
  /** Number of active people who can sign in with only a password, and the present rule. */
  second_factor: z.object({
    policy: z.enum(['optional', 'encouraged', 'admins', 'all']),
    grace_days: z.number(),
    people: z.number(),
    without: z.number(),
    administrators: z.number(),
    administrators_without: z.number(),
  }),
  health: systemHealth,
  /** Number of rows that each clean-up would remove now. */
  cleanups: z.array(cleanupResults),
  jobs: z.array(jobQueue),
  /** The latest windows. */
  maintenance: z.array(maintenanceWindow),
  release: releaseState,
})
export type SystemReport = z.infer<typeof systemReport>

export const getReport = endpoint('GET /admin/report', {
  summary: 'Get a support report of the system: no names of people, no secrets',
  response: systemReport,
})
