import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export const createReportRepository = (db: Db) => ({
  /** Number of people who can sign in with only a password. */
  async countFactors(): Promise<{ people: number; without: number; administrators: number; administrators_without: number }> {
    const { rows } = await sql<{ people: number; without: number; administrators: number; administrators_without: number }>`
      select count(*) as people, count(*) filter (where not has_second_factor) as without,
        count(*) filter (where role = 'admin') as administrators,
        count(*) filter (where role = 'admin' and not has_second_factor) as administrators_without
      from people users where is_active and deleted_at is null`.execute(db)
    return rows[0] ?? { people: 0, without: 0, administrators: 0, administrators_without: 0 }
  },
})

export type ReportRepository = ReturnType<typeof createReportRepository>
