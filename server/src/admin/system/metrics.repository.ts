import { sql } from 'kysely'
import { defineMetric, measured, sample } from '../../platform/metrics/metric.ts'
import { type QueueRow, queueRows } from './jobs.repository.ts'

const jobQueueDepth = defineMetric({
  name: 'twofold_job_queue_depth',
  type: 'gauge',
  help: 'Jobs in each queue',
  labels: ['queue', 'state'],
  of: 'installation',
})

const oldestJobAge = defineMetric({
  name: 'twofold_job_oldest_age_seconds',
  type: 'gauge',
  help: 'How long the oldest job of a queue has waited',
  labels: ['queue', 'state'],
  of: 'installation',
})

const clockOffset = defineMetric({
  name: 'twofold_clock_offset_seconds',
  type: 'gauge',
  help: 'How far the clock of this node is ahead',
  labels: ['against'],
  of: 'node',
})

export const queueMetrics = measured(
  [jobQueueDepth, oldestJobAge],
  sql<{ queues: Pick<QueueRow, 'name' | 'waiting' | 'deferred' | 'active' | 'failed' | 'oldest_seconds'>[] }>`
    select coalesce(json_agg(queues order by name), '[]') as queues from (${queueRows}) queues`,
  ({ queues }) =>
    queues.flatMap(({ name: queue, waiting, deferred, active, failed, oldest_seconds: oldest }) => [
      sample(jobQueueDepth, { queue, state: 'waiting' }, waiting),
      sample(jobQueueDepth, { queue, state: 'deferred' }, deferred),
      sample(jobQueueDepth, { queue, state: 'active' }, active),
      sample(jobQueueDepth, { queue, state: 'failed' }, failed),
      sample(oldestJobAge, { queue, state: 'waiting' }, oldest ?? 0),
    ]),
)

export const clockMetrics = measured(
  [clockOffset],
  sql<{ milliseconds: number }>`select 1000 * extract(epoch from clock_timestamp())::float8 as milliseconds`,
  ({ milliseconds }, now) => [sample(clockOffset, { against: 'database' }, (now - milliseconds) / 1000)],
)
