interface Metric {
  type: 'counter' | 'gauge'
  help: string
  labels: readonly string[]
  /** Every node reports the same for `installation`: aggregate it with max, never with sum. */
  of: 'node' | 'installation'
}

/**
 * Everything that `/metrics` says beside Node.js's own figures and the times of requests. ops/ is held against this list. No label names a
 * person, an address or a key.
 */
export const metrics = {
  twofold_build_info: { type: 'gauge', help: 'This node: 1, with its version and roles', labels: ['version', 'node', 'roles'], of: 'node' },
  twofold_audit_key_info: {
    type: 'gauge',
    help: 'The public key (Ed25519, SPKI) that signs checkpoints and exports of the audit log',
    labels: ['fingerprint', 'public_key'],
    of: 'installation',
  },
  twofold_nodes: { type: 'gauge', help: 'Nodes that are alive, by version', labels: ['version'], of: 'installation' },
  twofold_job_queue_depth: { type: 'gauge', help: 'Jobs in each queue', labels: ['queue', 'state'], of: 'installation' },
  twofold_job_oldest_age_seconds: {
    type: 'gauge',
    help: 'How long the oldest job of a queue has waited',
    labels: ['queue', 'state'],
    of: 'installation',
  },
  twofold_jobs_total: { type: 'counter', help: 'Jobs that this node has done', labels: ['queue', 'outcome'], of: 'node' },
  twofold_mail_pending: { type: 'gauge', help: 'E-mails that wait to be sent', labels: [], of: 'installation' },
  twofold_mail_messages_total: {
    type: 'counter',
    help: 'E-mails that this node handed to a provider, by its kind',
    labels: ['provider', 'outcome'],
    of: 'node',
  },
  twofold_sign_in_failures_total: { type: 'counter', help: 'Sign-ins that this node refused', labels: ['reason'], of: 'node' },
  twofold_account_locks_total: { type: 'counter', help: 'Sign-ins that this node locked after too many tries', labels: [], of: 'node' },
  twofold_approvals_waiting: {
    type: 'gauge',
    help: 'Requests of administrators that wait for a second one',
    labels: [],
    of: 'installation',
  },
  twofold_database_pool_connections: { type: 'gauge', help: 'Connections to PostgreSQL', labels: ['pool', 'state'], of: 'node' },
  twofold_database_pool_waiting: { type: 'gauge', help: 'Work that waits for a connection to PostgreSQL', labels: ['pool'], of: 'node' },
  twofold_database_read_only_spells_total: {
    type: 'counter',
    help: 'How often a pool of connections found that PostgreSQL only reads, as after a fail-over',
    labels: [],
    of: 'node',
  },
  twofold_database_failovers_total: {
    type: 'counter',
    help: 'How often this node went over to another host of PostgreSQL',
    labels: [],
    of: 'node',
  },
  twofold_argon_queue_depth: { type: 'gauge', help: 'Password hashes that wait for a thread', labels: [], of: 'node' },
  twofold_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When the newest whole backup of a place was made: local, or s3 off the machine',
    labels: ['location'],
    of: 'installation',
  },
  twofold_backup_size_bytes: {
    type: 'gauge',
    help: 'Size of the newest whole backup of a place',
    labels: ['location'],
    of: 'installation',
  },
  twofold_restore_drill_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When a backup was last restored for a trial and everything in it opened',
    labels: [],
    of: 'installation',
  },
  twofold_partition_months_ahead: {
    type: 'gauge',
    help: 'Months after the present one that usage and activity have a table for',
    labels: [],
    of: 'installation',
  },
  twofold_clock_offset_seconds: {
    type: 'gauge',
    help: 'How far the clock of this node is ahead',
    labels: ['against'],
    of: 'node',
  },
  twofold_retention_rows_total: {
    type: 'counter',
    help: 'Rows that this node removed because their time was over',
    labels: ['table'],
    of: 'node',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof metrics
export type CounterName = { [Name in MetricName]: (typeof metrics)[Name]['type'] extends 'counter' ? Name : never }[MetricName]
export type Labels<Name extends MetricName> = Record<(typeof metrics)[Name]['labels'][number], string>

/** One value in Prometheus's terms. */
export interface Sample {
  name: MetricName
  labels: Readonly<Record<string, string>>
  value: number
}

export const sample = <Name extends MetricName>(name: Name, labels: Labels<Name>, value: number): Sample => ({ name, labels, value })
