import { defineMetric } from '../../platform/metrics/metric.ts'

export const mailMessages = defineMetric({
  name: 'twofold_mail_messages_total',
  type: 'counter',
  help: 'E-mails that this node handed to a provider, by its kind',
  labels: ['provider', 'outcome'],
  of: 'node',
})
