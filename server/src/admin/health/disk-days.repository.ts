import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Days that are kept, of every node. */
const kept = 30

export function createDiskDaysRepository(db: Db) {
  return {
    async put(node: string, today: string, free: number): Promise<void> {
      await sql`
        with old as (delete from disk_days where day < ${today}::date - ${kept}::int)
        insert into disk_days (node_id, day, free) values (${node}, ${today}::date, ${Math.floor(free)})
        on conflict (node_id, day) do update set free = least(disk_days.free, excluded.free)`.execute(db)
    },
    /** The bytes that were free on each of the last days; `daysAgo` 0 is today. */
    async list(node: string, today: string, days: number): Promise<{ daysAgo: number; free: number }[]> {
      const { rows } = await sql<{ daysAgo: number; free: number }>`
        select (${today}::date - day)::int as "daysAgo", free from disk_days
        where node_id = ${node} and day > ${today}::date - ${days}::int`.execute(db)
      return rows
    },
  }
}

export type DiskDaysRepository = ReturnType<typeof createDiskDaysRepository>
