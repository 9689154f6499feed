import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { wordings } from '../said.ts'

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

/** From where on something is a warning, and critical. Quoted on the screen. */
export const healthLimits = {
  /** Milliseconds that the quickest of three questions to the database takes. */
  databaseMilliseconds: { warning: 500, critical: 2000 },
  /** Percent of the connections that the database allows. */
  databaseConnections: { warning: 80, critical: 95 },
  /** Percent of them that the nodes which are alive may take together. */
  neededConnections: { warning: 80 },
  /** Seconds that the oldest job that may start has waited. */
  oldestJobSeconds: { warning: 300, critical: 1800 },
  /** Jobs that may start and wait; never critical by itself. */
  queueDepth: { warning: 1000 },
  /** Mails that failed in the last 24 hours. */
  failedMails: { warning: 5, critical: 10 },
  /** Mails that wait. */
  waitingMails: { warning: 100 },
  /** Hours that a mail may wait before any is a warning. */
  mailHours: { warning: 1 },
  /** Percent of the disk that is free: below. */
  freeDisk: { warning: 10, critical: 3 },
  /** Days until the disk is full, as it got less on the days before: below. */
  fullInDays: { warning: 14, critical: 3 },
  /** Days until the certificate of the address ends: below. */
  certificateDays: { warning: 14, critical: 3 },
  /** Seconds between two clocks. Codes are good for 30. */
  clockSeconds: { warning: 5, critical: 15 },
  /** Days since the last backup that was made well. None at all is a warning, too. */
  backupDays: { warning: 8 },
  /** Days since the backup that was last copied off the machine, where backups are made daily. */
  offSiteDays: { warning: 2 },
  /** Minutes that a row of the audit log waits to be linked; usually seconds. */
  auditMinutes: { warning: 15 },
  /** Days since the audit log was last verified; it is every night. */
  auditDays: { warning: 3 },
  /** Months after this one that usage and activity have a table for: below. Three are made. */
  monthsAhead: { warning: 2, critical: 1 },
  /** Minutes that a row of the audit log waits to be sent to a stream; usually seconds. */
  streamMinutes: { warning: 15, critical: 24 * 60 },
} as const

export const healthCheck = z.object({
  name: z.enum(healthCheckNames),
  status: healthStatus,
  /** What was measured, in a few words: '78.1 GB free (31 %)'. */
  value: z.string(),
  /** In a sentence. */
  message: z.string(),
  /** Both by codes. */
  said: z.object({ value: wordings, message: wordings }),
  /** What it is about, each with where that is put right: a path below /admin. */
  items: z.array(z.object({ text: z.string(), link: z.string() })),
  /** Where the trouble is mended: an address of this application. Null where all is well, or only the machine can help. */
  remedy: z.nullable(z.string()),
  /** Since when it is as it is; null before the first regular check. */
  since: z.nullable(z.string()),
})
export type HealthCheck = z.infer<typeof healthCheck>

export const systemHealth = z.object({
  /** The worst of all checks. */
  status: healthStatus,
  checks: z.array(healthCheck),
  /** When this was measured, by the clock of the server that answers. */
  server_time: z.string(),
  /** When the regular check ran last, which tells administrators of changes; null: never. */
  last_run: z.nullable(z.string()),
  /** The server whose time is compared; null: none is set. */
  ntp_server: z.nullable(z.string()),
  /**
   * Those that are alive, the oldest first. `version` is empty where it does not say, `since` is when it started, `load` how much of the last seconds
   * its event loop was busy, in percent; null: it does not say, or has just started.
   */
  nodes: z.array(
    z.object({ id: z.string(), version: z.string(), roles: z.array(z.string()), since: z.string(), load: z.nullable(z.number()) }),
  ),
})
export type SystemHealthReport = z.infer<typeof systemHealth>

export const getSystemHealth = endpoint({
  method: 'GET',
  path: '/admin/system/health',
  tag: 'System',
  summary: 'Measure the health of the installation now',
  response: systemHealth,
})
