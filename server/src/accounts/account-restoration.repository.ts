import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { ifUnique } from '../platform/if-unique.ts'
import { findsRow } from '../platform/row-counts.ts'

interface DeletedRow {
  id: string
  name: string
  email: string
  email_normalized: string
  role: 'admin' | 'user'
  deleted_at: Date | null
  was_active: boolean
}

/** Deleted accounts, and how they come back. */
export function createAccountRestorationRepository(db: Db) {
  const deleted = (id: string) => sql<DeletedRow>`
    select users.id, users.name, users.email, users.email_normalized, users.role, users.deleted_at,
      coalesce(deletions.was_active, true) as was_active
    from users left join account_deletions deletions on deletions.user_id = users.id
    where users.id = ${id}`

  return {
    async find(id: string): Promise<DeletedRow | undefined> {
      const { rows } = await deleted(id).execute(db)
      return rows[0]
    },
    /** The same, locked until the transaction ends: of two concurrent restorations or removals, the second finds it done. */
    async lock(id: string): Promise<DeletedRow | undefined> {
      const { rows } = await sql<DeletedRow>`${deleted(id)} for no key update of users`.execute(db)
      return rows[0]
    },
    isAddressTaken: (normalized: string): Promise<boolean> =>
      findsRow(db.selectFrom('users').where('email_normalized', '=', normalized).where('deleted_at', 'is', null).select('id')),
    /** Reactivates the account without a password. A different address counts as unproven. False: another account has the address. */
    async restore(
      id: string,
      { email, normalized, isActive }: { email: string; normalized: string; isActive: boolean },
      now: Date,
    ): Promise<boolean> {
      return ifUnique(() =>
        sql`
          update users set deleted_at = null, is_active = ${isActive}, email = ${email}, email_normalized = ${normalized},
            email_verified_at = case when email_normalized = ${normalized} then email_verified_at end,
            admitted_at = coalesce(admitted_at, ${now}), password_hash = null, password_changed_at = ${now}, must_change_password = false,
            updated_at = ${now}
          where id = ${id}`.execute(db),
      )
    },
    /** Nothing is left to undo. */
    async forgetDeletion(id: string): Promise<void> {
      await db.deleteFrom('account_deletions').where('user_id', '=', id).execute()
    },
  }
}
