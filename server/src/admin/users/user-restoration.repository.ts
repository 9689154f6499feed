import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { ifUnique } from '../../platform/if-unique.ts'

export interface DeletedRow {
  id: string
  name: string
  email: string
  email_normalized: string
  role: 'admin' | 'user'
  deleted_at: Date
  was_active: boolean
}

/** A share that a restore brought back, with somebody who has an account. */
export interface RevivedRow {
  key_name: string
  owner_id: string
  owner_name: string
  recipient_id: string
  recipient_email: string
  permission: 'admin' | 'view'
  expires_at: Date | null
}

/** Undoes what a deletion ended (migration 0066), as far as it is still valid. */
export function createUserRestorationRepository(db: Db) {
  /** Shares that can come back to `id`: not expired, key and person still there, not shared again in between. */
  const revivable = (id: string, now: Date) => sql`
    from shares_ended_with_account ended
    join shares on shares.id = ended.share_id and shares.revoked_at is not null
    join keys on keys.id = shares.key_id and keys.deleted_at is null and keys.owner_id = ended.owner_id
    join users owners on owners.id = keys.owner_id and (owners.deleted_at is null or owners.id = ${id})
    left join users recipients on recipients.id = shares.recipient_id
    where ended.user_id = ${id} and (shares.expires_at is null or shares.expires_at > ${now})
      and (shares.recipient_id is null or recipients.deleted_at is null or recipients.id = ${id})
      and not exists (
        select from shares others where others.key_id = shares.key_id and others.revoked_at is null and (
          others.email_normalized = shares.email_normalized or others.recipient_id = shares.recipient_id or others.group_id = shares.group_id
          or others.service_account_id = shares.service_account_id)
      )`

  const rejoinable = (id: string) => sql`
    from memberships_ended_with_account ended
    join groups on groups.id = ended.group_id
    join users owners on owners.id = groups.owner_id and owners.deleted_at is null
    where ended.user_id = ${id} and not exists (
      select from group_members others
      where others.group_id = ended.group_id and (others.email_normalized = ended.email_normalized or others.user_id = ${id})
    )`

  const deleted = (id: string) => sql`
    select users.id, users.name, users.email, users.email_normalized, users.role, users.deleted_at,
      coalesce(deletions.was_active, true) as was_active
    from users left join account_deletions deletions on deletions.user_id = users.id
    where users.id = ${id}`

  return {
    async find(id: string): Promise<(Omit<DeletedRow, 'deleted_at'> & { deleted_at: Date | null }) | undefined> {
      const { rows } = await sql<DeletedRow>`${deleted(id)}`.execute(db)
      return rows[0]
    },
    /** The same, held until the transaction ends: of two who restore it, or remove it for good, the second finds it done. */
    async lock(id: string): Promise<(Omit<DeletedRow, 'deleted_at'> & { deleted_at: Date | null }) | undefined> {
      const { rows } = await sql<DeletedRow>`${deleted(id)} for no key update of users`.execute(db)
      return rows[0]
    },
    async isAddressTaken(normalized: string): Promise<boolean> {
      const found = await db
        .selectFrom('users')
        .where('email_normalized', '=', normalized)
        .where('deleted_at', 'is', null)
        .select('id')
        .executeTakeFirst()
      return found !== undefined
    },
    /**
     * In use again, without a password. Another address is one that nobody has proven. False: another account has the
     * address.
     */
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
    async count(id: string, now: Date): Promise<{ keys: number; shares_given: number; shares_received: number; groups: number }> {
      const { rows } = await sql<{ keys: number; shares_given: number; shares_received: number; groups: number }>`
        select (select count(*) from keys where owner_id = ${id} and deleted_at is null) as keys,
          (select count(*) ${revivable(id, now)} and keys.owner_id = ${id}) as shares_given,
          (select count(*) ${revivable(id, now)} and keys.owner_id <> ${id}) as shares_received,
          (select count(*) ${rejoinable(id)}) as groups`.execute(db)
      return rows[0] ?? { keys: 0, shares_given: 0, shares_received: 0, groups: 0 }
    },
    /**
     * Brings back what is valid. A share whose other side is deleted as well waits for that account to be restored. Answers what came back,
     * each member of a group by itself.
     */
    async reviveAccess(id: string, now: Date): Promise<RevivedRow[]> {
      await sql`
        insert into group_members (id, group_id, user_id, email, email_normalized, added_at)
        select gen_random_uuid(), ended.group_id, ${id}, ended.email, ended.email_normalized, ended.added_at ${rejoinable(id)}`.execute(db)
      const revived = await sql<{ id: string }>`
        update shares set revoked_at = null where id in (select shares.id ${revivable(id, now)}) returning id`.execute(db)
      const ids = revived.rows.map((row) => row.id)
      await sql`
        update shares_ended_with_account ended set user_id = others.id
        from shares, users others
        where ended.user_id = ${id} and shares.id = ended.share_id and shares.revoked_at is not null and others.deleted_at is not null
          and others.id <> ${id} and others.id in (shares.recipient_id, ended.owner_id)`.execute(db)
      await db.deleteFrom('shares_ended_with_account').where('user_id', '=', id).execute()
      await db.deleteFrom('memberships_ended_with_account').where('user_id', '=', id).execute()
      await db.deleteFrom('account_deletions').where('user_id', '=', id).execute()
      const { rows } = await sql<RevivedRow>`
        select keys.name as key_name, live.owner_id, live.owner_name, live.recipient_id, recipients.email as recipient_email, live.permission,
          live.expires_at
        from live_shares live
        join keys on keys.id = live.key_id
        join users recipients on recipients.id = live.recipient_id and recipients.deleted_at is null
        where live.id = any(${ids}::uuid[]) and (live.expires_at is null or live.expires_at > ${now})
        order by keys.name, live.id`.execute(db)
      return rows
    },
  }
}

export type UserRestorationRepository = ReturnType<typeof createUserRestorationRepository>
