import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { defineCheck } from '../health/health-check.ts'
import {
  type AuditFigures,
  type DatabaseFigures,
  type JobFigures,
  judgeAudit,
  judgeDatabase,
  judgeDatabaseRole,
  judgeJobs,
  judgeMonths,
  type MonthFigures,
  type RoleFigures,
} from '../health/judge-platform.ts'
import { monthlyTables } from '../missing-month.ts'
import { aliveForSeconds } from '../nodes.ts'

export const platformChecks = (db: Db) => [
  defineCheck({
    name: 'database',
    title: 'Database',
    question: () => sql<DatabaseFigures>`
      select (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
        current_setting('max_connections')::int as max_connections,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - current_setting('reserved_connections')::int as usable_connections,
        count(*) as nodes, coalesce(sum(nodes.connections), 0) as needed_connections
      from nodes where seen_at > now() - make_interval(secs => ${aliveForSeconds})`,
    measure: () => measureLatency(db),
    isMeasuredAlone: true,
    judge: ({ measured, row }) => judgeDatabase(measured, row),
  }),
  defineCheck({
    name: 'jobs',
    title: 'Background jobs',
    question: () => sql<JobFigures>`
      select count(*) as waiting, extract(epoch from now() - min(greatest(created_on, start_after)))::float8 as oldest_seconds,
        (select coalesce(sum(failed_count), 0)::int8 from pgboss.queue) as failed
      from pgboss.job where state < 'active' and not blocked and start_after <= now()`,
    judge: ({ row }) => judgeJobs(row),
  }),
  defineCheck({
    name: 'database_role',
    title: 'Database role',
    isOfSetUp: true,
    question: () => sql<RoleFigures>`
      select current_user::text as role, (select rolsuper from pg_roles where rolname = current_user)
        or (select pg_has_role(relowner, 'usage') from pg_class where oid = 'audit_log'::regclass) as is_owner`,
    judge: ({ row }) => judgeDatabaseRole(row),
  }),
  defineCheck({
    name: 'audit',
    title: 'Audit log',
    question: () => sql<AuditFigures>`
      select waiting.*, verification.*
      from (select count(*) as waiting, extract(epoch from now() - min(since))::float8 as waiting_seconds from audit_waiting) waiting
      left join (
        select extract(epoch from now() - verified_at)::float8 as verified_seconds, rows as verified_rows, problem
        from audit_verifications order by id desc limit 1
      ) verification on true`,
    judge: ({ row }) => judgeAudit(row),
  }),
  defineCheck({
    name: 'months',
    title: 'Months ahead',
    question: () => sql<MonthFigures>`select min(months_ahead(name)) as ahead from unnest(${[...monthlyTables]}::text[]) name`,
    judge: ({ row }) => judgeMonths(row),
  }),
]

/** Latency of an empty query in milliseconds: the fastest of three, since one alone may wait for a connection. */
async function measureLatency(db: Db): Promise<number> {
  const times: number[] = []
  for (let count = 0; count < 3; count += 1) {
    const begun = performance.now()
    await sql`select 1`.execute(db)
    times.push(performance.now() - begun)
  }
  return Math.min(...times)
}
