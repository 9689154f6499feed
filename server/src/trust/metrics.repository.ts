import { sql } from 'kysely'
import { defineMetric, measured, sample } from '../platform/metrics/metric.ts'

const approvalsWaiting = defineMetric({
  name: 'twofold_approvals_waiting',
  type: 'gauge',
  help: 'Requests of administrators that wait for a second one',
  labels: [],
  of: 'installation',
})

export const requestMetrics = measured(
  [approvalsWaiting],
  sql<{ waiting: number }>`select count(*) as waiting from requests where state = 'waiting' and expires_at > now()`,
  ({ waiting }) => [sample(approvalsWaiting, {}, waiting)],
)
