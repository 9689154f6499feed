import type { HealthStatus } from '@twofold/contract/admin/health'
import type { EmailStatistics } from '@twofold/contract/mail-log/dashboard'

export type SystemHealth = 'healthy' | 'warning' | 'critical' | 'unknown'

const criticalFailures = 10
const warningFailures = 5
const warningQueue = 100

/**
 * As the header shows it: by failed mail of the last day and by mail that waits; critical too when nobody can say. It is no better than what
 * the server's regular check found in everything else.
 */
export function systemHealth(state: {
  figures: Pick<EmailStatistics, 'failed_emails_24h' | 'queue_pending'> | undefined
  hasFailed: boolean
  /** What the regular check found; undefined before it is known. */
  found?: HealthStatus | undefined
}): SystemHealth {
  if (state.hasFailed) return 'critical'
  if (state.figures === undefined) return 'unknown'
  const { failed_emails_24h: failed, queue_pending: waiting } = state.figures
  if (failed > criticalFailures || state.found === 'critical') return 'critical'
  return failed > warningFailures || waiting > warningQueue || state.found === 'warning' ? 'warning' : 'healthy'
}
