import { defineMetric } from './metric.ts'

/* Metrics that the platform itself counts, and facts about a process. */

export const buildInfo = defineMetric({
  name: 'twofold_build_info',
  type: 'gauge',
  help: 'This node: 1, with its version and roles',
  labels: ['version', 'node', 'roles'],
  of: 'node',
})

export const auditKeyInfo = defineMetric({
  name: 'twofold_audit_key_info',
  type: 'gauge',
  help: 'The public key (Ed25519, SPKI) that signs checkpoints and exports of the audit log',
  labels: ['fingerprint', 'public_key'],
  of: 'installation',
})

export const jobsDone = defineMetric({
  name: 'twofold_jobs_total',
  type: 'counter',
  help: 'Jobs that this node has done',
  labels: ['queue', 'outcome'],
  of: 'node',
})

export const poolConnections = defineMetric({
  name: 'twofold_database_pool_connections',
  type: 'gauge',
  help: 'Connections to PostgreSQL',
  labels: ['pool', 'state'],
  of: 'node',
})

export const poolWaiting = defineMetric({
  name: 'twofold_database_pool_waiting',
  type: 'gauge',
  help: 'Work that waits for a connection to PostgreSQL',
  labels: ['pool'],
  of: 'node',
})

export const readOnlySpells = defineMetric({
  name: 'twofold_database_read_only_spells_total',
  type: 'counter',
  help: 'How often a pool of connections found that PostgreSQL only reads, as after a fail-over',
  labels: [],
  of: 'node',
})

export const databaseFailovers = defineMetric({
  name: 'twofold_database_failovers_total',
  type: 'counter',
  help: 'How often this node went over to another host of PostgreSQL',
  labels: [],
  of: 'node',
})

export const argonQueueDepth = defineMetric({
  name: 'twofold_argon_queue_depth',
  type: 'gauge',
  help: 'Password hashes that wait for a thread',
  labels: [],
  of: 'node',
})

export const retentionRows = defineMetric({
  name: 'twofold_retention_rows_total',
  type: 'counter',
  help: 'Rows that this node removed because their time was over',
  labels: ['table'],
  of: 'node',
})
