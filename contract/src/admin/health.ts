import * as z from 'zod/mini'
import { taggedEndpoint } from '../endpoint.ts'
import { wordings } from '../said.ts'

const endpoint = taggedEndpoint('System')

/** `unknown`: it cannot be measured; it makes nothing worse. */
export const healthStatus = z.enum(['healthy', 'warning', 'critical', 'unknown'])
export type HealthStatus = z.infer<typeof healthStatus>

export const healthCheckNames = [
  'database',
  'jobs',
  'mail',
  'waiting_mail',
  'providers',
  'disk',
  'clock',
  'backup',
  'names',
  'transport',
  'database_role',
  'approvals',
  'audit',
  'streams',
  'months',
] as const
export type HealthCheckName = (typeof healthCheckNames)[number]

export const healthCheck = z.object({
  name: z.enum(healthCheckNames),
  status: healthStatus,
  /** Measured value in a few words: '78.1 GB free (31 %)'. */
  value: z.string(),
  /** A sentence. */
  message: z.string(),
  /** Both by codes. */
  said: z.object({ value: wordings, message: wordings }),
  /** Affected items, each with a link to its remedy: a path below /admin. */
  items: z.array(z.object({ text: z.string(), link: z.string() })),
  /** Page of this application with the remedy. Null if all is well, or only the machine can help. */
  remedy: z.nullable(z.string()),
  /** Time of the last change of state; null before the first regular check. */
  since: z.nullable(z.string()),
})
export type HealthCheck = z.infer<typeof healthCheck>

export const systemHealth = z.object({
  /** The worst of all checks. */
  status: healthStatus,
  checks: z.array(healthCheck),
  /** Time of the measurement, by the clock of the answering server. */
  server_time: z.string(),
  /** Last run of the regular check, which notifies administrators of changes; null: never. */
  last_run: z.nullable(z.string()),
  /** The server whose time is compared; null: none is set. */
  ntp_server: z.nullable(z.string()),
  /**
   * Living nodes, oldest first. `version`: empty if unknown; `since`: time of its start; `load`: percentage of the last seconds in which its event
   * loop was busy; null: unknown, or just started.
   */
  nodes: z.array(
    z.object({ id: z.string(), version: z.string(), roles: z.array(z.string()), since: z.string(), load: z.nullable(z.number()) }),
  ),
})
export type SystemHealthReport = z.infer<typeof systemHealth>

export const getSystemHealth = endpoint('GET /admin/system/health', {
  summary: 'Measure the health of the installation now',
  response: systemHealth,
})
