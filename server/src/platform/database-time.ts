import { type RawBuilder, sql } from 'kysely'
import { type Clock, systemClock } from './clock.ts'

/** The time as an expression of SQL: the database's own, which is one for all nodes. Where a test drives the clock, it drives this as well. */
export const databaseTime = (clock: Clock) => (): RawBuilder<Date> =>
  clock === systemClock ? sql<Date>`clock_timestamp()` : sql<Date>`${clock.date()}::timestamptz`
