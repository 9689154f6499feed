import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { monthlyTables } from '../../platform/months.ts'

export interface MetricFigures {
  mail_pending: number
  approvals_waiting: number
  /** Of the newest backup that is whole; null: there is none. */
  backup_made_at: Date | null
  backup_size: number | null
  drilled_at: Date | null
  months_ahead: number
  database_time: Date
}

export function createMetricFiguresRepository(db: Db) {
  return {
    async read(): Promise<MetricFigures> {
      const { rows } = await sql<MetricFigures>`
        select
          (select count(*) from email_logs where queue in ('due', 'claimed')) as mail_pending,
          (select count(*) from requests where state = 'waiting' and expires_at > now()) as approvals_waiting,
          backup.finished_at as backup_made_at, backup.size as backup_size,
          (select max(finished_at) from backup_drills where error is null) as drilled_at,
          (select min(months_ahead(name)) from unnest(${[...monthlyTables]}::text[]) name) as months_ahead, clock_timestamp() as database_time
        from (select 1) one left join lateral (
          select finished_at, size from backups where state = 'completed' and location = 'local' order by created_at desc, id desc limit 1
        ) backup on true`.execute(db)
      const [figures] = rows
      if (figures === undefined) throw new Error('The figures of the metrics have no row.')
      return figures
    },
  }
}

export type MetricFiguresRepository = ReturnType<typeof createMetricFiguresRepository>
