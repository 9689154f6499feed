import { type CompiledQuery, DeleteQueryNode, InsertQueryNode, SelectQueryNode, UpdateQueryNode } from 'kysely'

/** Functions of the database that may change something when a select calls them. */
export const writingFunctions: readonly string[] = [
  'add_to_keys_count',
  'begin_audit_log_at',
  'begin_months_at',
  'close_pins_of',
  'drop_audit_months_behind_beginning',
  'drop_month',
  'drop_oldest_month',
  'end_devices_of',
  'end_what_was_restored',
  'hold_audit_months',
  'hold_waiting_mail',
  'look_at_months',
  'make_month',
  'may_month_go',
  'release_email_quota',
  'remove_audit_behind_beginning',
  'remove_what_month_had',
  'reserve_email_quota',
  'set_limit',
  'settle_later_months',
  'take_any_month',
]

/** The same for PostgreSQL's own functions, as far as they are used. */
const ofPostgres = [
  'lo_\\w+',
  'nextval',
  'pg_(?:try_)?advisory_(?:un)?lock(?:_shared|_all)?',
  'pg_notify',
  'pgboss\\.\\w+',
  'set_config',
  'setval',
]

const changing = new RegExp(`\\b(?:${[...writingFunctions, ...ofPostgres].join('|')})"?\\s*\\(`, 'i')

const writes = /\b(?:insert|update|delete|merge|into|call|do)\b/i
const lock = /\bfor (?:no key )?update\b/gi
/** Such as `"call"`, which is a column where it is quoted. What writes is never quoted. */
const quotedName = /"\w+"/g

/** Whether a statement at most locks rows until its transaction ends, so that it has no effect on its own. */
export function changesNothing(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !writes.test(text.replaceAll(quotedName, '').replaceAll(lock, '')) && !changing.test(text)
}

/** Whether a statement returns no rows. For raw SQL only if that is obvious. */
export function answersNoRows({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'RawNode')
    return /^\s*(?:insert|update|delete|select pg_advisory_xact_lock\()/i.test(sql) && !/\breturning\b/i.test(sql)
  return (InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)) && query.returning === undefined
}

/** Whether the result of a statement is read. Raw SQL counts as a read if it selects. */
export function isRead({ query, sql }: CompiledQuery): boolean {
  if (query.kind === 'RawNode') return /^\s*select\b[^]*\bfrom\b/i.test(sql)
  return SelectQueryNode.is(query) || ('returning' in query && query.returning !== undefined)
}
