import type { Db } from '../platform/database.ts'

export function createTotpRepository(db: Db) {
  return {
    find: (userId: string) =>
      db.selectFrom('login_totp').where('user_id', '=', userId).select(['secret', 'confirmed_at', 'last_window']).executeTakeFirst(),
    /** In place of one that was never confirmed. False: one is in force. */
    async putUnconfirmed(userId: string, secret: Buffer, now: Date): Promise<boolean> {
      const put = await db
        .insertInto('login_totp')
        .values({ user_id: userId, secret, created_at: now })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ secret, created_at: now, last_window: null })
            .where('login_totp.confirmed_at', 'is', null),
        )
        .executeTakeFirst()
      return put.numInsertedOrUpdatedRows === 1n
    },
    /** False: confirmed already, or started over with another secret. */
    async confirm(userId: string, secret: Buffer, window: number, now: Date): Promise<boolean> {
      const updated = await db
        .updateTable('login_totp')
        .set({ confirmed_at: now, last_window: window })
        .where('user_id', '=', userId)
        .where('secret', '=', secret)
        .where('confirmed_at', 'is', null)
        .executeTakeFirst()
      return updated.numUpdatedRows === 1n
    },
    /** Uses a window up, with all before it. False: it was used already. */
    async advance(userId: string, window: number): Promise<boolean> {
      const updated = await db
        .updateTable('login_totp')
        .set({ last_window: window })
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .where((row) => row.or([row('last_window', 'is', null), row('last_window', '<', window)]))
        .executeTakeFirst()
      return updated.numUpdatedRows === 1n
    },
    async remove(userId: string): Promise<boolean> {
      const removed = await db
        .deleteFrom('login_totp')
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirst()
      return removed.numDeletedRows === 1n
    },
  }
}

export type TotpRepository = ReturnType<typeof createTotpRepository>
