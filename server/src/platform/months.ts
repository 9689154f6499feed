import { sql } from 'kysely'
import type { Db } from './database.ts'
import type { Log } from './log.ts'
import { count } from './metrics/process-figures.ts'
import { rowsUntil } from './retention.ts'
import type { Removal, RetentionTask } from './retention.ts'

/*
 * Tables that are one table for each month (UTC), which goes whole when all of it has had its time. Months are made and dropped by functions of
 * the database that run as the owner of the tables: the role of the application owns nothing (migration 0213).
 */

export const monthlyTables = ['key_usage', 'activity'] as const
export type MonthlyTable = (typeof monthlyTables)[number]

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

/** The table and time of a row for which there was no month; undefined for any other error. */
function findMissingMonth(error: unknown): { table: MonthlyTable; moment: string } | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23514' || !('table' in error) || !('detail' in error))
    return undefined
  const table = monthlyTables.find((name) => name === error.table)
  const moment = /^Partition key of the failing row contains \(\w+\) = \(([^)]+)\)\.$/.exec(String(error.detail))?.[1]
  return table === undefined || moment === undefined ? undefined : { table, moment }
}

/**
 * Makes the month that a write had none for: no write is refused because nobody made months, or because a clock is far ahead. False: the error is
 * about something else. The write has to be tried again, from the beginning of its transaction.
 */
export async function makeMissingMonth(db: Db, error: unknown): Promise<boolean> {
  const missing = findMissingMonth(error)
  if (missing === undefined) return false
  await makeMonth(db, missing.table, missing.moment)
  return true
}

/** `write`, once more when the month was missing that it writes to. For what writes outside of a transaction. */
export async function withItsMonth<Result>(db: Db, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!(await makeMissingMonth(db, error))) throw error
    return write()
  }
}

/** Of a table by months: those that have had their time go whole, and of the month in which the limit is, and of what is older than all months, rows. */
export function monthsUntil(removal: Removal & { table: MonthlyTable; until: Date }): RetentionTask {
  const { table, until } = removal
  const left = rowsUntil(removal)
  let mayHaveMonths = true
  return {
    table,
    async portion(db) {
      if (mayHaveMonths) {
        const gone = await dropOldestMonth(db, table, until)
        mayHaveMonths = gone !== undefined
        if (gone !== undefined) count('twofold_retention_rows_total', { table }, gone)
        if (mayHaveMonths) return true
      }
      return left.portion(db)
    },
  }
}

/** Answers how many rows went; undefined: no month is old enough, or somebody reads, such as a backup, whom nothing has to wait for. */
async function dropOldestMonth(db: Db, table: MonthlyTable, until: Date): Promise<number | undefined> {
  try {
    const { rows } = await sql<{ gone: number | null }>`select drop_oldest_month(${table}, ${until}) as gone`.execute(db)
    return rows[0]?.gone ?? undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03') return undefined
    throw error
  }
}
