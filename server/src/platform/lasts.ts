import { type RawBuilder, sql } from 'kysely'

/** Whether a row is unexpired at a time: no `expires_at`, or a later one. `of`: the table's alias if the statement has several. */
export function lasts(time: Date | RawBuilder<Date>, of?: string): RawBuilder<boolean> {
  const end = sql.ref(of === undefined ? 'expires_at' : `${of}.expires_at`)
  return sql<boolean>`(${end} is null or ${end} > ${time})`
}

/** Whether a row of access tokens is valid at a time: neither revoked nor expired. `of`: the table's alias. */
export const isValidToken = (now: Date, of: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${of}.revoked_at`)} is null and ${sql.ref(`${of}.expires_at`)} > ${now}`

/** Whether a row of sessions is open at a time: neither expired nor idle for too long, and not waiting for a second step. */
export const isOpenSession = (now: Date, of: string): RawBuilder<boolean> =>
  sql<boolean>`not ${sql.ref(`${of}.is_pending`)} and ${sql.ref(`${of}.expires_at`)} > ${now} and ${sql.ref(`${of}.idle_expires_at`)} > ${now}`
