import type { HealthCheckName, HealthStatus } from '@twofold/contract/admin/health'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export interface HealthFigures {
  connections: number
  max_connections: number
  /** By the clock of the database. */
  database_time: Date
  waiting_jobs: number
  oldest_job_seconds: number | null
  failed_jobs: number
  waiting_mails: number
  failed_mails: number
}

export interface ProviderRow {
  name: string
  /** Its breaker is open: it failed too often in a row. */
  is_down: boolean
  is_out_of_quota: boolean
  last_error: string | null
}

export interface CheckRow {
  name: HealthCheckName
  status: HealthStatus
  message: string
  since: Date
  checked_at: Date
}

export function createHealthRepository(db: Db) {
  return {
    /** How long an empty question takes, in milliseconds: the quickest of three, since one alone may wait for a connection. */
    async latency(): Promise<number> {
      const times: number[] = []
      for (let count = 0; count < 3; count += 1) {
        const begun = performance.now()
        await sql`select 1`.execute(db)
        times.push(performance.now() - begun)
      }
      return Math.min(...times)
    },

    /** `dayAgo`: from when on failed mail counts. Jobs are counted by the clock of the database, which their queue goes by. */
    async figures(dayAgo: Date): Promise<HealthFigures> {
      const { rows } = await sql<HealthFigures>`
        select
          (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
          current_setting('max_connections')::int as max_connections,
          clock_timestamp() as database_time,
          jobs.waiting_jobs, jobs.oldest_job_seconds,
          (select coalesce(sum(failed_count), 0)::int8 from pgboss.queue) as failed_jobs,
          (select count(*) from email_logs where queue = 'due') + (select count(*) from email_logs where queue = 'claimed') as waiting_mails,
          (select count(*) from email_logs where failed_at >= ${dayAgo} and status = 'failed'
            and waiting_reason is distinct from 'discarded') as failed_mails
        from (
          select count(*) as waiting_jobs,
            extract(epoch from now() - min(greatest(created_on, start_after)))::float8 as oldest_job_seconds
          from pgboss.job where state < 'active' and not blocked and start_after <= now()
        ) jobs`.execute(db)
      const [figures] = rows
      if (figures === undefined) throw new Error('The figures of the health check have no row.')
      return figures
    },

    /** Those that are meant to send. */
    async providers(now: Date): Promise<ProviderRow[]> {
      const { rows } = await sql<ProviderRow>`
        select name, last_error, coalesce(open_until > ${now}, false) as is_down,
          exists (
            select from email_quotas quotas
            where quotas.provider_id = providers.id and quotas.starts_at = date_trunc(quotas.scale, ${now}::timestamptz, 'UTC')
              and quotas.used >= case quotas.scale when 'day' then providers.daily_limit else providers.hourly_limit end
          ) as is_out_of_quota
        from email_providers providers where is_active order by priority, name`.execute(db)
      return rows
    },

    /** The last one that ended, well or not; undefined: none ever did. */
    findLastBackup: (): Promise<{ finished_at: Date | null; error: string | null } | undefined> =>
      db
        .selectFrom('backups')
        .where('state', 'in', ['completed', 'failed'])
        .select(['finished_at', 'error'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    states: (): Promise<CheckRow[]> =>
      db.selectFrom('health_checks').select(['name', 'status', 'message', 'since', 'checked_at']).execute() as Promise<CheckRow[]>,

    /** Of two nodes that look at the same moment one goes first, and the other sees what that one found. */
    async lockStates(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('twofold.health'))`.execute(db)
    },

    async putStates(rows: CheckRow[]): Promise<void> {
      await db
        .insertInto('health_checks')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((row) => ({
            status: row.ref('excluded.status'),
            message: row.ref('excluded.message'),
            since: row.ref('excluded.since'),
            checked_at: row.ref('excluded.checked_at'),
          })),
        )
        .execute()
    },
  }
}

export type HealthRepository = ReturnType<typeof createHealthRepository>
