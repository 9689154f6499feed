import { sql } from 'kysely'
import { defineMetric, measured, sample } from '../../platform/metrics/metric.ts'

const mailPending = defineMetric({
  name: 'twofold_mail_pending',
  type: 'gauge',
  help: 'E-mails that wait to be sent',
  labels: [],
  of: 'installation',
})

export const queueMetrics = measured(
  [mailPending],
  sql<{ pending: number }>`select count(*) as pending from email_logs where queue in ('due', 'claimed')`,
  ({ pending }) => [sample(mailPending, {}, pending)],
)
