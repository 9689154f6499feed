import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Log } from './log.ts'
import { count } from './metrics/process-figures.ts'
import { retentionRows } from './metrics/platform-metrics.ts'
import { findMissingMonth, monthlyTables, type MonthlyTable } from './missing-month.ts'
import { type Removal, type RetentionTask, rowsUntil } from './retention.ts'

/*
 * A table for each month goes whole when all of it has had its time. Months are made and dropped by functions of
 * the database that run as the owner of the tables: the role of the application owns nothing (migrations 0213 and 0325).
 */

/** Months that are there before their time comes. */
const monthsAhead = 3

/** Makes what is missing of the month at `now` and those ahead. Two that do it at once do it once. */
export async function makeMonths(db: Db, now: Date, log: Pick<Log, 'info'>): Promise<void> {
  for (const table of monthlyTables) {
    for (let ahead = 0; ahead <= monthsAhead; ahead += 1) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
      if (await makeMonth(db, table, month)) log.info({ table, month: month.toISOString().slice(0, 7) }, 'a month was made')
    }
  }
}

async function makeMonth(db: Db, table: MonthlyTable, moment: Date | string): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`select make_month(${table}, ${moment}::timestamptz) as "isNew"`.execute(db)
  return rows[0]?.isNew === true
}

/** Makes the month that a write had none for, in all tables: the transaction may write to several. False: the error is about something else. */
export async function makeMissingMonth(db: Db, error: unknown): Promise<boolean> {
  const missing = findMissingMonth(error)
  if (missing === undefined) return false
  for (const table of monthlyTables) await makeMonth(db, table, missing.moment)
  return true
}

/** Once a day for each table: without it PostgreSQL guesses how the rows of all months together are. One that somebody holds is left to the next hour. */
export async function lookAtMonths(db: Db): Promise<void> {
  try {
    for (let looked = 0; looked < monthlyTables.length; looked += 1) {
      const { rows } = await sql<{ name: string | null }>`select look_at_months() as name`.execute(db)
      if (typeof rows[0]?.name !== 'string') return
    }
  } catch (error) {
    if (!isLocked(error)) throw error
  }
}

/** For a table by months: whole expired months, and single rows of the month with the limit and of the default partition. */
export const monthsUntil = (removal: Removal & { table: MonthlyTable; until: Date }): RetentionTask =>
  monthsBefore(removal.table, removal.until, rowsUntil(removal))

/** Removes whole months that have expired, and after them what `left` removes. */
export function monthsBefore(table: MonthlyTable, until: Date, left: RetentionTask): RetentionTask {
  let mayHaveMonths = true
  return {
    table,
    async removeBatch(db) {
      if (mayHaveMonths) {
        const gone = await dropOldestMonth(db, table, until)
        mayHaveMonths = gone !== undefined
        if (gone !== undefined) count(retentionRows, { table }, gone)
        if (mayHaveMonths) return true
      }
      return left.removeBatch(db)
    },
  }
}

/** `lock_not_available`: somebody reads what was to be dropped. */
export const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

/** Returns how many rows went. Undefined where no month is old enough, or a long reader such as a backup holds the table; a later run drops it then. */
async function dropOldestMonth(db: Db, table: MonthlyTable, until: Date): Promise<number | undefined> {
  try {
    const { rows } = await sql<{ gone: number | null }>`select drop_oldest_month(${table}, ${until}) as gone`.execute(db)
    return rows[0]?.gone ?? undefined
  } catch (error) {
    if (isLocked(error)) return undefined
    throw error
  }
}
