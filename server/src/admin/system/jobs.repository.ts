import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { causeField } from '../../platform/job-runner.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'

export interface QueueRow {
  name: string
  waiting: number
  deferred: number
  active: number
  failed: number
  completed: number
  oldest_seconds: number | null
  schedule: string | null
  last_completed_at: Date | null
}

export interface FailedRow {
  id: string
  queue: string
  output: unknown
  tries: number
  request_id: string | null
  created_at: Date
  failed_at: Date
}

/** Every queue with what is in it. */
export const queueRows = sql<QueueRow>`
    select queue.name, schedule.cron as schedule, jobs.oldest_seconds, jobs.last_completed_at,
      coalesce(jobs.waiting, 0) as waiting, coalesce(jobs.deferred, 0) as deferred, coalesce(jobs.active, 0) as active,
      coalesce(jobs.failed, 0) as failed, coalesce(jobs.completed, 0) as completed
    from pgboss.queue
    left join pgboss.schedule on schedule.name = queue.name
    left join (
      select name,
        count(*) filter (where state < 'active' and start_after <= now()) as waiting,
        count(*) filter (where state < 'active' and start_after > now()) as deferred,
        count(*) filter (where state = 'active') as active,
        count(*) filter (where state = 'failed') as failed,
        count(*) filter (where state = 'completed') as completed,
        extract(epoch from now() - min(greatest(created_on, start_after)) filter (where state < 'active' and start_after <= now()))::float8
          as oldest_seconds,
        max(completed_on) filter (where state = 'completed') as last_completed_at
      from pgboss.job group by name
    ) jobs on jobs.name = queue.name
    -- Those of pg-boss itself are none of ours.
    where queue.name not like '\_\_pgboss\_\_%'
    order by queue.name`

/** The tables of pg-boss. Of what a job is about, its `data`, only the request is read here: there may be secrets in the rest. */
export function createJobsRepository(db: Db) {
  return {
    async listQueues(): Promise<QueueRow[]> {
      const { rows } = await queueRows.execute(db)
      return rows
    },

    async listFailed(queue: string | undefined, limit: number, offset: number): Promise<FailedRow[]> {
      const { rows } = await sql<FailedRow>`
        select id, name as queue, output, retry_count + 1 as tries,
          data->>${causeField} as request_id, created_on as created_at, completed_on as failed_at
        from pgboss.job where state = 'failed' and ${ofQueue(queue)}
        order by completed_on desc, id ${rowsAtMost(limit, offset)}`.execute(db)
      return rows
    },

    async countFailed(queue: string | undefined): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pgboss.job where state = 'failed' and ${ofQueue(queue)}`.execute(db)
      return rows[0]?.count ?? 0
    },

    async find(id: string): Promise<{ queue: string; state: string } | undefined> {
      const { rows } = await sql<{ queue: string; state: string }>`select name as queue, state from pgboss.job where id = ${id}`.execute(db)
      return rows[0]
    },

    async listFailedIds(queue: string, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from pgboss.job where state = 'failed' and name = ${queue} order by completed_on ${rowsAtMost(limit)}`.execute(db)
      return rows.map(({ id }) => id)
    },
  }
}

export type JobsRepository = ReturnType<typeof createJobsRepository>

const ofQueue = (queue: string | undefined) => (queue === undefined ? sql<boolean>`true` : sql<boolean>`name = ${queue}`)
