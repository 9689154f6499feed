import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { monthlyTables } from '../../platform/missing-month.ts'

export interface MetricFigures {
  mail_pending: number
  approvals_waiting: number
  /** Per location with complete backups: creation time and size of the newest one. */
  backups: { location: string; at: number; size: number }[]
  drilled_at: Date | null
  months_ahead: number
  database_time: Date
}

export function createMetricFiguresRepository(db: Db) {
  return {
    async read(): Promise<MetricFigures> {
      const { rows } = await sql<MetricFigures>`
        select
          (select count(*) from logged_mails where queue in ('due', 'claimed')) as mail_pending,
          (select count(*) from waiting_requests where expires_at > now()) as approvals_waiting,
          (select max(finished_at) from finished_drills where error is null) as drilled_at,
          (select min(months_ahead(name)) from unnest(${[...monthlyTables]}::text[]) name) as months_ahead, clock_timestamp() as database_time,
          (select coalesce(json_agg(newest), '[]') from (
            select distinct on (location) location, extract(epoch from finished_at)::float8 as at, size
            from listed_backups where state = 'completed' order by location, created_at desc, id desc
          ) newest) as backups`.execute(db)
      const [figures] = rows
      if (figures === undefined) throw new Error('The figures of the metrics have no row.')
      return figures
    },
  }
}

export type MetricFiguresRepository = ReturnType<typeof createMetricFiguresRepository>
