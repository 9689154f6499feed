import type { EmailStatistics } from '@twofold/contract/email/dashboard'

export type SystemHealth = 'healthy' | 'warning' | 'critical' | 'unknown'

const criticalFailures = 10
const warningFailures = 5
const warningQueue = 100

/** As the header shows it: by failed mail of the last day and by mail that waits; critical too when nobody can say. */
export function systemHealth(state: {
  figures: Pick<EmailStatistics, 'failed_emails_24h' | 'queue_pending'> | undefined
  hasFailed: boolean
}): SystemHealth {
  if (state.hasFailed) return 'critical'
  if (state.figures === undefined) return 'unknown'
  const { failed_emails_24h: failed, queue_pending: waiting } = state.figures
  if (failed > criticalFailures) return 'critical'
  return failed > warningFailures || waiting > warningQueue ? 'warning' : 'healthy'
}
