import { defineMetric } from '../platform/metrics/metric.ts'

export const signInFailures = defineMetric({
  name: 'twofold_sign_in_failures_total',
  type: 'counter',
  help: 'Sign-ins that this node refused',
  labels: ['reason'],
  of: 'node',
})

export const accountLocks = defineMetric({
  name: 'twofold_account_locks_total',
  type: 'counter',
  help: 'Sign-ins that this node locked after too many tries',
  labels: [],
  of: 'node',
})
