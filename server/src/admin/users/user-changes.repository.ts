import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { ifUnique } from '../../platform/if-unique.ts'

/** What an administrator changes of an account. Sessions and links end with it by a trigger. */
export function createUserChangesRepository(db: Db) {
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
    /** One that somebody else chose: changed at the next sign-in. */
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
      await db.deleteFrom('guess_counters').where('user_id', '=', id).where('kind', '=', 'pin').execute()
      await sql`select close_pins_of(${id})`.execute(db)
    },
    /** Authenticator, passkeys and recovery codes. False: there were none. */
    async removeFactors(id: string, now: Date): Promise<boolean> {
      const { rows } = await sql<{ removed: number }>`
        with passkey as (delete from passkeys where user_id = ${id} returning 1),
          totp as (delete from login_totp where user_id = ${id} and confirmed_at is not null returning 1),
          codes as (update recovery_codes set replaced_at = ${now} where user_id = ${id} and replaced_at is null)
        select (select count(*) from passkey) + (select count(*) from totp) as removed`.execute(db)
      return (rows[0]?.removed ?? 0) > 0
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
    async endSessions(id: string): Promise<number> {
      await sql`select set_config('twofold.session_end', 'revoked_by_admin', true)`.execute(db)
      const ended = await db.deleteFrom('sessions').where('user_id', '=', id).executeTakeFirst()
      const { rows } = await sql<{ devices: number }>`select end_devices_of(${id}) as devices`.execute(db)
      return Number(ended.numDeletedRows) + (rows[0]?.devices ?? 0)
    },
    async unlock(id: string): Promise<void> {
      await sql`
        delete from sign_in_locks using users
        where users.id = ${id} and email_hash = sha256(convert_to(users.email_normalized, 'UTF8'))`.execute(db)
      await db.deleteFrom('guess_counters').where('user_id', '=', id).execute()
    },
  }
}

export type UserChangesRepository = ReturnType<typeof createUserChangesRepository>
