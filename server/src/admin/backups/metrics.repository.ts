import { sql } from 'kysely'
import { defineMetric, measured, sample } from '../../platform/metrics/metric.ts'

const newestBackup = defineMetric({
  name: 'twofold_backup_last_success_timestamp_seconds',
  type: 'gauge',
  help: 'When the newest whole backup of a place was made: local, or s3 off the machine',
  labels: ['location'],
  of: 'installation',
})

const backupSize = defineMetric({
  name: 'twofold_backup_size_bytes',
  type: 'gauge',
  help: 'Size of the newest whole backup of a place',
  labels: ['location'],
  of: 'installation',
})

const newestDrill = defineMetric({
  name: 'twofold_restore_drill_last_success_timestamp_seconds',
  type: 'gauge',
  help: 'When a backup was last restored for a trial and everything in it opened',
  labels: [],
  of: 'installation',
})

/** Per location with complete backups: creation time and size of the newest one. */
export const backupMetrics = measured(
  [newestBackup, backupSize],
  sql<{ newest: { location: string; at: number; size: number }[] }>`
    select coalesce(json_agg(newest), '[]') as newest from (
      select distinct on (location) location, extract(epoch from finished_at)::float8 as at, size
      from backups where state = 'completed' order by location, created_at desc, id desc
    ) newest`,
  ({ newest }) =>
    newest.flatMap(({ location, at, size }) => [sample(newestBackup, { location }, at), sample(backupSize, { location }, size)]),
)

export const drillMetrics = measured(
  [newestDrill],
  sql<{ at: number | null }>`
    select extract(epoch from date_trunc('milliseconds', max(finished_at)))::float8 as at from backup_drills where error is null`,
  ({ at }) => (at === null ? [] : [sample(newestDrill, {}, at)]),
)
