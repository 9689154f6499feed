import { healthLimits } from '@twofold/contract/admin/health-limits'
import { sentence } from '@twofold/contract/sentences/sentences'
import { above, duration, type Finding, worded, worst } from './finding.ts'

const { databaseMilliseconds, databaseConnections, neededConnections, oldestJobSeconds, queueDepth, auditMinutes, auditDays, monthsAhead } =
  healthLimits

export interface DatabaseFigures {
  connections: number
  max_connections: number
  /** Nodes that are alive, and how many connections they may take together of those that are not reserved. */
  nodes: number
  needed_connections: number
  usable_connections: number
}

export function judgeDatabase(milliseconds: number, figures: DatabaseFigures): Finding {
  const { connections, max_connections: most, nodes, needed_connections: needed, usable_connections: usable } = figures
  const isShort = above((needed / usable) * 100, neededConnections) !== 'healthy'
  const percent = Math.round((connections / most) * 100)
  const status = worst([above(milliseconds, databaseMilliseconds), above(percent, databaseConnections), isShort ? 'warning' : 'healthy'])
  const shown = milliseconds < 10 ? milliseconds.toFixed(1) : String(Math.round(milliseconds))
  return {
    status,
    ...worded(
      sentence('health.ms', { ms: shown }),
      sentence('health.database', { ms: shown, connections, most }),
      ...(needed === 0 ? [] : [sentence('health.connections_needed', { count: nodes, needed, most: usable })]),
      ...(isShort ? [sentence('health.connections_short')] : []),
    ),
  }
}

/** Counted by the clock of the database, which the queue goes by. */
export interface JobFigures {
  waiting: number
  oldest_seconds: number | null
  failed: number
}

/** A job that was given up is work that nobody does any longer, until an administrator has it tried again. */
export function judgeJobs({ waiting, oldest_seconds: oldest, failed }: JobFigures): Finding {
  const queue = worst([above(oldest ?? 0, oldestJobSeconds), above(waiting, queueDepth)])
  const given = failed === 0 ? [] : [sentence('health.jobs_failed', { count: failed })]
  const status = failed === 0 ? queue : worst([queue, 'warning'])
  const remedy = failed === 0 ? {} : { remedy: '/admin/system?tab=jobs' }
  if (oldest === null)
    return { status, ...worded(sentence('health.waiting', { waiting }), sentence('health.no_job_waits'), ...given), ...remedy }
  const waited = duration(oldest)
  return {
    status,
    ...remedy,
    ...worded(
      sentence('health.waiting_oldest', { waiting, duration: waited }),
      sentence('health.jobs_wait', { count: waiting, duration: waited }),
      ...(queue === 'healthy' ? [] : [sentence('health.is_worker_running')]),
      ...given,
    ),
  }
}

/** The role that the application connects as, and whether it may do what the owner of the audit log may. */
export interface RoleFigures {
  role: string
  is_owner: boolean
}

/** The owner of a table can remove its protection: then "append-only" holds for the application only as long as nobody breaks into it. */
export function judgeDatabaseRole({ is_owner: isOwner, role }: RoleFigures): Finding {
  if (!isOwner) return { status: 'healthy', ...worded(sentence('health.separate_role'), sentence('health.role_owns_nothing', { role })) }
  return {
    status: 'warning',
    ...worded(sentence('health.one_role'), sentence('health.role_owns_tables', { role })),
    remedy: '/admin/system/remedies#database-role',
  }
}

export interface AuditFigures {
  /** Rows without a link, and for how many seconds the oldest of them has waited. */
  waiting: number
  waiting_seconds: number | null
  /** The last verification: how many seconds ago, how many rows, and what it found in a sentence. Null: none yet; nothing. */
  verified_seconds: number | null
  verified_rows: number | null
  problem: string | null
}

/** A break stays critical until a verification finds everything intact. */
export function judgeAudit(figures: AuditFigures): Finding {
  const { waiting, waiting_seconds: waited, verified_seconds: verified, verified_rows: rows, problem } = figures
  const remedy = '/admin/system/remedies#audit'
  if (problem !== null)
    return { status: 'critical', ...worded(sentence('health.broken'), sentence('health.audit_broken', { problem })), remedy }
  if (above((waited ?? 0) / 60, auditMinutes) !== 'healthy') {
    const texts = worded(
      sentence('health.waiting', { waiting }),
      sentence('health.audit_waiting', { count: waiting, duration: duration(waited ?? 0) }),
      sentence('health.audit_needs_worker'),
    )
    return { status: 'warning', ...texts, remedy }
  }
  if (verified === null) return { status: 'healthy', ...worded(sentence('health.not_verified_yet'), sentence('health.audit_every_night')) }
  const status = above(verified / 86_400, auditDays)
  const texts = worded(
    sentence('health.rows', { count: rows ?? 0 }),
    sentence('health.audit_fine', { count: rows ?? 0, duration: duration(verified) }),
  )
  return { status, ...texts, remedy }
}

/** Months after the present one that the tables by month have a table for. */
export interface MonthFigures {
  ahead: number
}

/** Writes create a missing partition themselves, so nothing fails; but the job that should create them does not run. */
export function judgeMonths({ ahead }: MonthFigures): Finding {
  const status = ahead < monthsAhead.critical ? 'critical' : ahead < monthsAhead.warning ? 'warning' : 'healthy'
  return {
    status,
    ...worded(
      sentence('health.months', { count: ahead }),
      sentence('health.months_ahead', { count: ahead }),
      ...(status === 'healthy' ? [] : [sentence('health.months_short')]),
    ),
  }
}
