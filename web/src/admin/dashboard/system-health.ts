import type { HealthStatus } from '@twofold/contract/admin/health'
import type { EmailStatistics } from '@twofold/contract/mail-log/dashboard'

export type SystemHealth = 'healthy' | 'warning' | 'critical' | 'unknown'

const criticalFailures = 10
const warningFailures = 5
const warningQueue = 100

/**
 * Health for the header: by failed e-mail of the last day and by waiting e-mail; critical too if unknown. It is never better than the result of the
 * server's regular check.
 */
export function systemHealth(state: {
  figures: Pick<EmailStatistics, 'failed_emails_24h' | 'queue_pending'> | undefined
  hasFailed: boolean
  /** Result of the regular check; undefined until known. */
  found?: HealthStatus | undefined
}): SystemHealth {
  if (state.hasFailed) return 'critical'
  if (state.figures === undefined) return 'unknown'
  const { failed_emails_24h: failed, queue_pending: waiting } = state.figures
  if (failed > criticalFailures || state.found === 'critical') return 'critical'
  return failed > warningFailures || waiting > warningQueue || state.found === 'warning' ? 'warning' : 'healthy'
}
