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
    /**
     * Sets a password chosen by its person; a trigger ends sessions and links. False: the account is not active, or `old` is no longer the password.
     */
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
     * The link was e-mailed to the address, so the address is proven. If nobody had proven or used it before, the account may have been created by
     * somebody else: the PIN they chose is removed. Their identities at providers were removed before (`addressProving`).
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
