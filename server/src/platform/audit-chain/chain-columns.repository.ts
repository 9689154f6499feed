import { sql } from 'kysely'

/** The columns of `audit_log` that the chain protects. A session's time zone and date style do not change what comes out. */
export const chainedColumns = sql`audit_log.id, to_char(audit_log.happened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as happened_at,
  audit_log.actor_id, audit_log.actor_name, audit_log.actor_email, audit_log.action, audit_log.target_kind, audit_log.target_id,
  audit_log.target_name, audit_log.before, audit_log.after, audit_log.ip, audit_log.caused_by`

/**
 * One index lookup per row, first within an hour of when it was linked or queued, which covers most rows; other months are searched only if that
 * finds nothing. Without `limit` the planner may read the whole log for 500 of its rows.
 */
export const theRow = (table: 'audit_chain' | 'audit_waiting') => {
  const [id, beside] = [
    sql`${sql.table(table)}.audit_id`,
    sql`${sql.table(table)}.${sql.ref(table === 'audit_chain' ? 'linked_at' : 'since')}`,
  ]
  return sql`(
    select * from audit_log where id = ${id} and happened_at between ${beside} - interval '1 hour' and ${beside} + interval '1 hour'
    union all select * from audit_log where id = ${id}
    limit 1
  ) audit_log`
}

/** PostgreSQL breaks base64 into lines. */
export const signedColumns = sql`signed_at, replace(encode(public_key, 'base64'), E'\n', '') as public_key,
    replace(encode(signature, 'base64'), E'\n', '') as signature`
