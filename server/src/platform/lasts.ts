import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Whether a row lasts at a time: it has no `expires_at`, or a later one. `of`: what the statement calls its table, where it has several. */
export function lasts(time: Date | RawBuilder<Date>, of?: string): RawBuilder<boolean> {
  const end = sql.ref(of === undefined ? 'expires_at' : `${of}.expires_at`)
  return sql<boolean>`(${end} is null or ${end} > ${time})`
}
