import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { monthlyTables } from '../../platform/missing-month.ts'
import { aliveForSeconds } from '../../platform/nodes.ts'
import type { HealthFigures } from './health.repository.ts'
import { createLastBackups } from './last-backups.repository.ts'

/** Figures for the checks. */
export function createHealthFigures(db: Db) {
  return {
    ...createLastBackups(db),
    /** Latency of an empty query in milliseconds: the fastest of three, since one alone may wait for a connection. */
    async latency(): Promise<number> {
      const times: number[] = []
      for (let count = 0; count < 3; count += 1) {
        const begun = performance.now()
        await sql`select 1`.execute(db)
        times.push(performance.now() - begun)
      }
      return Math.min(...times)
    },
    /**
     * `dayAgo`: failed e-mail counts from then on; e-mail waiting since before `waitsSince` is late. Jobs are judged by the database's clock, like
     * their queue.
     */
    async figures(dayAgo: Date, waitsSince: Date): Promise<HealthFigures> {
      const { rows } = await sql<HealthFigures>`
        select
          (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
          current_setting('max_connections')::int as max_connections,
          living.nodes, living.needed_connections,
          current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
            - current_setting('reserved_connections')::int as usable_connections,
          clock_timestamp() as database_time,
          jobs.waiting_jobs, jobs.oldest_job_seconds,
          (select coalesce(sum(failed_count), 0)::int8 from pgboss.queue) as failed_jobs,
          (select count(*) from logged_mails where queue = 'due') + (select count(*) from logged_mails where queue = 'claimed') as waiting_mails,
          (select count(*) from logged_mails where failed_at >= ${dayAgo} and status = 'failed'
            and waiting_reason is distinct from 'discarded') as failed_mails,
          late.late_mails, late.oldest_mail,
          current_user as role,
          (select rolsuper from pg_roles where rolname = current_user)
            or (select pg_has_role(relowner, 'usage') from pg_class where oid = 'audit_log'::regclass) as is_owner,
          chain.audit_waiting, chain.audit_waiting_seconds, chain.audit_verified_seconds, chain.audit_verified_rows, chain.audit_problem,
          (select min(months_ahead(name)) from unnest(${[...monthlyTables]}::text[]) name) as months_ahead,
          (select count(*) from stream_progress) as streams,
          (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'seconds', extract(epoch from now() - greatest(linked_at, since)), 'error', last_error)
              order by name), '[]')
            from stream_progress join audit_chain on sequence = sent_sequence + 1) as late_streams
        from (
          select count(*) as nodes, coalesce(sum(connections), 0) as needed_connections
          from nodes where seen_at > now() - make_interval(secs => ${aliveForSeconds})
        ) living, (
          -- Without a reason to wait, a mail waits from when it is due: quiet hours put that off.
          select count(*) as late_mails, min(since) as oldest_mail from (
            select case when waiting_reason is null then greatest(created_at, due_at) else created_at end as since
            from logged_mails where queue in ('due', 'claimed')
          ) waiting where since <= ${waitsSince}
        ) late, (
          select count(*) as waiting_jobs,
            extract(epoch from now() - min(greatest(created_on, start_after)))::float8 as oldest_job_seconds
          from pgboss.job where state < 'active' and not blocked and start_after <= now()
        ) jobs, (
          select waiting.*, verification.*
          from (select count(*) as audit_waiting, extract(epoch from now() - min(since))::float8 as audit_waiting_seconds from audit_waiting) waiting
          left join (
            select extract(epoch from now() - verified_at)::float8 as audit_verified_seconds, rows as audit_verified_rows, problem as audit_problem
            from audit_verifications order by id desc limit 1
          ) verification on true
        ) chain`.execute(db)
      const [figures] = rows
      if (figures === undefined) throw new Error('The figures of the health check have no row.')
      return figures
    },
  }
}
