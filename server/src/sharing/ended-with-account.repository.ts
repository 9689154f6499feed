import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'

/** What ends with an account. */
export function createEndedWithAccount(db: Db) {
  return {
    /** Ends what the person shared and what was shared with them. Answers who lost what of the person's own keys. */
    async end(id: string, now: Date): Promise<{ recipient_id: string; key_name: string }[]> {
      const { rows } = await sql<{ recipient_id: string; key_name: string }>`
        select distinct granted_shares.recipient_id, keys.name as key_name from granted_shares
        join keys on keys.id = granted_shares.key_id
        where granted_shares.owner_id = ${id} and granted_shares.recipient_id <> ${id} and keys.deleted_at is null
          and ${lasts(now, 'granted_shares')}`.execute(db)
      await sql`
        with ended as (
          update shares set revoked_at = ${now} from keys
          where keys.id = shares.key_id and shares.revoked_at is null and (keys.owner_id = ${id} or shares.recipient_id = ${id})
          returning shares.id, keys.owner_id
        )
        insert into shares_ended_with_account (share_id, user_id, owner_id) select id, ${id}, owner_id from ended
        on conflict (share_id) do update set user_id = excluded.user_id, owner_id = excluded.owner_id`.execute(db)
      await sql`
        with left_groups as (
          delete from group_members where user_id = ${id} returning group_id, email, email_normalized, added_at
        )
        insert into memberships_ended_with_account (user_id, group_id, email, email_normalized, added_at)
        select ${id}, group_id, email, email_normalized, added_at from left_groups on conflict do nothing`.execute(db)
      return rows
    },
  }
}
