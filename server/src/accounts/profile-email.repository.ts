import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { ifUnique } from '../platform/if-unique.ts'

/** Changes of an account's address. */
export function createProfileEmail(db: Db) {
  return {
    async setPendingEmail(id: string, pending: { email: string; normalized: string } | null, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set({ pending_email: pending?.email ?? null, pending_email_normalized: pending?.normalized ?? null, updated_at: now })
        .where('id', '=', id)
        .execute()
    },
    /** Locks an account whose address is about to be this one. Answers what it has until then. */
    lockPending: (id: string, normalized: string) =>
      db
        .selectFrom('users')
        .where('id', '=', id)
        .where('pending_email_normalized', '=', normalized)
        .where('deleted_at', 'is', null)
        .select(['name', 'email'])
        .forUpdate()
        .executeTakeFirst(),
    /** The address that waited becomes the account's, verified. The caller has locked the row. False: another account has it by now. */
    takePendingEmail: (id: string, now: Date): Promise<boolean> =>
      ifUnique(() =>
        sql`
          update users set email = pending_email, email_normalized = pending_email_normalized, pending_email = null,
            pending_email_normalized = null, email_verified_at = ${now}, updated_at = ${now}
          where id = ${id}`.execute(db),
      ),
    /** Without e-mail an address cannot be proven: it changes at once, unproven. False: another account has it. */
    replaceEmail: (id: string, { email, normalized }: { email: string; normalized: string }, now: Date): Promise<boolean> =>
      ifUnique(() =>
        db
          .updateTable('users')
          .set({ email, email_normalized: normalized, email_verified_at: null, admitted_at: now, updated_at: now })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),
  }
}
