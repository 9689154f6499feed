import { type RawBuilder, sql } from 'kysely'
import type { Closure } from './maintenance.ts'

/** The window that is open at `now`, for a column of any statement: asking costs no round trip of its own, and every node sees the same. */
export function openWindow(now: Date | RawBuilder<Date>): RawBuilder<Closure | null> {
  return sql<Closure | null>`(
    select json_build_object('message', message, 'ends_at', ends_at) from announced_maintenance
    where starts_at <= ${now} and ends_at > ${now}
  )`
}
