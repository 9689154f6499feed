import type { Db } from '../platform/database.ts'
import { changesRow, findsRow } from '../platform/row-counts.ts'

/** An account's stored PIN. The noun factors decides its changes. */
export function createPinRepository(db: Db) {
  return {
    async findHash(userId: string): Promise<string | null> {
      const found = await db.selectFrom('users').where('id', '=', userId).select('pin_hash').executeTakeFirst()
      return found?.pin_hash ?? null
    },
    /** False: the PIN is another one by now. */
    replaceHash: (userId: string, old: string | null, hash: string): Promise<boolean> =>
      changesRow(db.updateTable('users').set({ pin_hash: hash }).where('id', '=', userId).where('pin_hash', 'is not distinct from', old)),
    /** Locks the PIN until the transaction ends. False: it has been changed meanwhile. */
    lockUnchanged: (userId: string, hash: string | null): Promise<boolean> =>
      findsRow(
        db.selectFrom('users').where('id', '=', userId).where('pin_hash', 'is not distinct from', hash).select('id').forNoKeyUpdate(),
      ),
    /** Held until the transaction ends, so that what several at once ask for is counted one after the other. */
    async hold(userId: string): Promise<void> {
      await db.selectFrom('users').where('id', '=', userId).select('id').forNoKeyUpdate().execute()
    },
    async setAutoLock(userId: string, minutes: number | null, now: Date): Promise<void> {
      await db.updateTable('users').set({ auto_lock_minutes: minutes, updated_at: now }).where('id', '=', userId).execute()
    },
    /** A new PIN that its person chose. */
    async put(userId: string, hash: string, now: Date): Promise<void> {
      await db.updateTable('users').set({ pin_hash: hash, pin_changed_at: now, updated_at: now }).where('id', '=', userId).execute()
    },
  }
}
