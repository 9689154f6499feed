import type { Db } from '../platform/database.ts'
import { changesRow } from '../platform/row-counts.ts'

/** An account's credentials: its password and its verified address. */
export function createAccountCredentials(db: Db) {
  return {
    /** False: the password is another one by now. */
    replacePasswordHash: (id: string, old: string, hash: string, now: Date): Promise<boolean> =>
      changesRow(
        db.updateTable('users').set({ password_hash: hash, updated_at: now }).where('id', '=', id).where('password_hash', '=', old),
      ),
    /** A password that its person chose; ends sessions and links (a trigger's work). False: not active, or the password is not `old` any more. */
    setPassword: (change: { id: string; old: string | null; hash: string; now: Date }): Promise<boolean> =>
      changesRow(
        db
          .updateTable('users')
          .set({ password_hash: change.hash, password_changed_at: change.now, must_change_password: false, updated_at: change.now })
          .where('id', '=', change.id)
          .where('is_active', '=', true)
          .where('deleted_at', 'is', null)
          .where('password_hash', 'is not distinct from', change.old),
      ),
    /**
     * The link came to the address, so it is proven. Where nobody had proven or used it before, whoever made the account may be somebody
     * else: the PIN they chose goes. What they sign in with elsewhere goes before (`addressProving`).
     */
    async proveAddress(id: string, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set((user) => ({
          email_verified_at: user.fn.coalesce('email_verified_at', user.val(now)),
          pin_hash: user
            .case()
            .when(user.and([user('email_verified_at', 'is', null), user('admitted_at', 'is', null)]))
            .then(null)
            .else(user.ref('pin_hash'))
            .end(),
          updated_at: now,
        }))
        .where('id', '=', id)
        .execute()
    },
    /** False: the account has another address by now, or is gone. */
    verifyEmail: (id: string, normalized: string, now: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('users')
          .set({ email_verified_at: now, updated_at: now })
          .where('id', '=', id)
          .where('email_normalized', '=', normalized)
          .where('deleted_at', 'is', null),
      ),
  }
}
