import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { sample } from '../../platform/metrics/catalogue.ts'
import type { Sample } from '../../platform/metrics/catalogue.ts'
import type { JobsRepository } from './jobs.repository.ts'
import type { MetricFiguresRepository } from './metric-figures.repository.ts'

/** Milliseconds for which an answer holds: however often and from how many places it is asked, the database counts four times a minute. */
const freshMs = 15_000

/** Metrics of the whole installation, which every node reports. */
export function createInstallationFigures(deps: {
  db: Db
  figures: (db: Db) => MetricFiguresRepository
  jobs: (db: Db) => Pick<JobsRepository, 'listQueues'>
  listNodes: () => Promise<{ version: string }[]>
  clock: Clock
}) {
  let recent: { until: number; samples: Promise<Sample[]> } | undefined

  async function measure(): Promise<Sample[]> {
    const [figures, queues, nodes] = await Promise.all([deps.figures(deps.db).read(), deps.jobs(deps.db).listQueues(), deps.listNodes()])
    const versions = Map.groupBy(nodes, ({ version }) => version)
    return [
      ...[...versions].map(([version, { length }]) => sample('twofold_nodes', { version }, length)),
      ...queues.flatMap(({ name: queue, waiting, deferred, active, failed, oldest_seconds: oldest }) => [
        sample('twofold_job_queue_depth', { queue, state: 'waiting' }, waiting),
        sample('twofold_job_queue_depth', { queue, state: 'deferred' }, deferred),
        sample('twofold_job_queue_depth', { queue, state: 'active' }, active),
        sample('twofold_job_queue_depth', { queue, state: 'failed' }, failed),
        sample('twofold_job_oldest_age_seconds', { queue, state: 'waiting' }, oldest ?? 0),
      ]),
      sample('twofold_mail_pending', {}, figures.mail_pending),
      sample('twofold_partition_months_ahead', {}, figures.months_ahead),
      sample('twofold_approvals_waiting', {}, figures.approvals_waiting),
      sample('twofold_clock_offset_seconds', { against: 'database' }, (deps.clock.now() - figures.database_time.getTime()) / 1000),
      ...(figures.drilled_at === null
        ? []
        : [sample('twofold_restore_drill_last_success_timestamp_seconds', {}, figures.drilled_at.getTime() / 1000)]),
      ...figures.backups.flatMap(({ location, at, size }) => [
        sample('twofold_backup_last_success_timestamp_seconds', { location }, at),
        sample('twofold_backup_size_bytes', { location }, size),
      ]),
    ]
  }

  return {
    /** Rejects when the database is away. */
    read(): Promise<Sample[]> {
      const now = performance.now()
      if (recent === undefined || recent.until < now) {
        const samples = measure()
        recent = { until: now + freshMs, samples }
        samples.catch(() => (recent = undefined))
      }
      return recent.samples
    },
  }
}
