import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { ifUnique } from '../platform/if-unique.ts'

/** Changes to an account by others, mostly administrators. A trigger ends sessions and links with it. */
export function createAccountChangesRepository(db: Db) {
  return {
    /** Held until the transaction ends, so that what is written down as "before" was so. */
    lock: (id: string) =>
      db
        .selectFrom('users')
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .select(['id', 'name', 'email', 'role', 'is_active', 'email_verified_at', 'password_hash'])
        .forNoKeyUpdate()
        .executeTakeFirst(),
    async setActive(id: string, isActive: boolean, now: Date): Promise<void> {
      await db.updateTable('users').set({ is_active: isActive, updated_at: now }).where('id', '=', id).execute()
    },
    async setRole(id: string, role: 'admin' | 'user', now: Date): Promise<void> {
      await db.updateTable('users').set({ role, updated_at: now }).where('id', '=', id).execute()
    },
    /** A temporary password set by somebody else: it must be changed at the next sign-in. */
    async setPassword(id: string, hash: string, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set({
          password_hash: hash,
          password_changed_at: now,
          must_change_password: true,
          updated_at: now,
        })
        .where('id', '=', id)
        .execute()
    },
    async requirePasswordChange(id: string): Promise<void> {
      await db.updateTable('users').set({ must_change_password: true }).where('id', '=', id).execute()
    },
    async setPin(id: string, hash: string, now: Date): Promise<void> {
      await db.updateTable('users').set({ pin_hash: hash, pin_changed_at: now, updated_at: now }).where('id', '=', id).execute()
    },
    /** An address in doubt counts as unproven. */
    async setInDoubt(id: string, isInDoubt: boolean): Promise<void> {
      await db
        .updateTable('users')
        .set({ address_in_doubt: isInDoubt, ...(isInDoubt ? { email_verified_at: null } : {}) })
        .where('id', '=', id)
        .execute()
    },
    /** False: another account has the address. */
    async rename(id: string, change: { name: string; email: string; normalized: string }, now: Date): Promise<boolean> {
      return ifUnique(() =>
        sql`
          update users set name = ${change.name}, email = ${change.email}, email_normalized = ${change.normalized},
            email_verified_at = case when email_normalized = ${change.normalized} then email_verified_at end,
            admitted_at = coalesce(admitted_at, ${now}), pending_email = null, pending_email_normalized = null, updated_at = ${now}
          where id = ${id}`.execute(db),
      )
    },
    async verifyEmail(id: string, now: Date): Promise<void> {
      await db.updateTable('users').set({ email_verified_at: now, updated_at: now }).where('id', '=', id).execute()
    },
  }
}
