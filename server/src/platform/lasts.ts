import { type RawBuilder, sql } from 'kysely'

/** Whether a row is unexpired at a time: no `expires_at`, or a later one. `of`: the table's alias if the statement has several. */
export function lasts(time: Date | RawBuilder<Date>, of?: string): RawBuilder<boolean> {
  const end = sql.ref(of === undefined ? 'expires_at' : `${of}.expires_at`)
  return sql<boolean>`(${end} is null or ${end} > ${time})`
}

/** Whether a row of `tokens` is valid at a time: neither revoked nor expired. */
export const isValidToken = (now: Date): RawBuilder<boolean> => sql<boolean>`tokens.revoked_at is null and tokens.expires_at > ${now}`

/** Whether a row of `sessions` is open at a time: neither expired nor idle for too long, and not waiting for a second step. */
export const isOpenSession = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`not sessions.is_pending and sessions.expires_at > ${now} and sessions.idle_expires_at > ${now}`

/** Whether the account of a row of `people` may approve at a time what needs open codes, or open secrets: active, and closed by nothing. */
export function isOpenAccount(time: Date | RawBuilder<Date>, of: string, what: 'codes' | 'secrets'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const isOpen = (until: string) => sql`coalesce(${column(until)} <= ${time}, true)`
  return sql<boolean>`(${column('is_active')} and ${column('deleted_at')} is null and ${column('stopped_at')} is null
    and not ${column('must_change_password')} and ${isOpen('codes_closed_until')} and ${what === 'codes' ? sql`true` : isOpen('secrets_closed_until')})`
}
