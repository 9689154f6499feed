import type { Db } from '../platform/database.ts'
import { changesRow } from '../platform/row-counts.ts'

export function createTotpRepository(db: Db) {
  return {
    find: (userId: string) =>
      db.selectFrom('login_totp').where('user_id', '=', userId).select(['secret', 'confirmed_at', 'last_window']).executeTakeFirst(),
    /** The same, locked until the transaction ends. */
    lock: (userId: string) =>
      db
        .selectFrom('login_totp')
        .where('user_id', '=', userId)
        .select(['secret', 'confirmed_at', 'last_window'])
        .forUpdate()
        .executeTakeFirst(),
    /** Replaces one that was never confirmed. False: one is active. */
    putUnconfirmed: (userId: string, secret: Buffer, now: Date): Promise<boolean> =>
      changesRow(
        db
          .insertInto('login_totp')
          .values({ user_id: userId, secret, created_at: now })
          .onConflict((conflict) =>
            conflict
              .column('user_id')
              .doUpdateSet({ secret, created_at: now, last_window: null })
              .where('login_totp.confirmed_at', 'is', null),
          ),
      ),
    /** False: confirmed already, or started over with another secret. */
    confirm: (userId: string, secret: Buffer, window: number, now: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('login_totp')
          .set({ confirmed_at: now, last_window: window })
          .where('user_id', '=', userId)
          .where('secret', '=', secret)
          .where('confirmed_at', 'is', null),
      ),
    /** Uses a window of a locked one up, with all before it. */
    async advance(userId: string, window: number): Promise<void> {
      await db.updateTable('login_totp').set({ last_window: window }).where('user_id', '=', userId).execute()
    },
    async remove(userId: string): Promise<boolean> {
      return changesRow(db.deleteFrom('login_totp').where('user_id', '=', userId).where('confirmed_at', 'is not', null))
    },
  }
}

export type TotpRepository = ReturnType<typeof createTotpRepository>
