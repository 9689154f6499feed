import type { Db } from '../platform/database.ts'

/** Service accounts that rest. */
export function createSuspensions(db: Db) {
  return {
    /** False: it was so before. */
    async suspend(id: string, because: 'manager' | 'administrator' | 'unused' | 'denials', now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('service_accounts')
        .set({ suspended_at: now, suspended_because: because })
        .where('id', '=', id)
        .where('suspended_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async resume(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('service_accounts')
        .set({ suspended_at: null, suspended_because: null })
        .where('id', '=', id)
        .where('suspended_at', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}
