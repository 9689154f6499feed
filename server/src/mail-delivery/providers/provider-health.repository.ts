import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { breaker } from './provider-breaker.ts'

export function createProviderHealth(db: Db) {
  return {
    /** Counts a failure; the fifth in a row opens the breaker, each later one for twice as long. */
    async recordFailure(id: string, error: string, at: Date): Promise<void> {
      await sql`
        update email_providers set failures = failures + 1, last_error = ${error}, last_error_at = ${at},
          open_until = case when failures + 1 >= ${breaker.failures} then ${at}::timestamptz + make_interval(secs => open_seconds) else open_until end,
          open_seconds = case when failures + 1 >= ${breaker.failures} then least(${breaker.longestSeconds}, open_seconds * 2) else open_seconds end
        where id = ${id}`.execute(db)
    },
    async recordSuccess(id: string): Promise<void> {
      await db
        .updateTable('email_providers')
        .set({ failures: 0, open_seconds: breaker.firstSeconds, open_until: null })
        .where('id', '=', id)
        .where('failures', '>', 0)
        .execute()
    },
    /** The provider said itself that its quota is used up. */
    async closeUntil(id: string, until: Date, error: string, at: Date): Promise<void> {
      await db
        .updateTable('email_providers')
        .set({ open_until: until, last_error: error, last_error_at: at })
        .where('id', '=', id)
        .execute()
    },
  }
}
