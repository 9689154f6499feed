import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { lasts } from '../../platform/lasts.ts'
import { columns } from './grant-columns.ts'
import type { ShareRow } from './grants.repository.ts'

/** Access of members of groups to a key. */
export function createMemberAccess(db: Db) {
  return {
    /** The share of a key with somebody, whichever address it was given to, or the one that waits for their address. */
    async findOfMember(keyId: string, member: { userId: string | null; normalized: string }): Promise<ShareRow | undefined> {
      const { rows } = await sql<ShareRow>`
        select ${sql.join(columns.map((column) => sql.ref(column)))} from shares
        where key_id = ${keyId} and revoked_at is null
          and (recipient_id = ${member.userId} or email_normalized = ${member.normalized} and (recipient_id is null or ${member.userId}::uuid is null))
        order by recipient_id nulls last, created_at limit 1`.execute(db)
      return rows[0]
    },
    /** Locks the addresses of those who have a key through groups, as `lockAddress` does: they come and go before this transaction or after it. */
    async lockMembers(keyId: string): Promise<void> {
      await sql`
        select pg_advisory_xact_lock(hashtextextended('share:' || email_normalized, 0)) from (
          select distinct coalesce(users.email_normalized, members.email_normalized) as email_normalized
          from shares join group_members members on members.group_id = shares.group_id
          left join people users on users.id = members.user_id
          where shares.key_id = ${keyId} and shares.revoked_at is null
          order by 1
        ) members`.execute(db)
    },
    /**
     * Access to a key through groups of its former owner, per member, on the terms that last longest (`longerOf` in expiry.ts). Members are listed
     * by their present address, or without one if somebody who has moved still holds a share by it.
     */
    async listThroughGroups(keyId: string, now: Date): Promise<Omit<ShareRow, 'id' | 'group_id' | 'created_at'>[]> {
      const { rows } = await sql<Omit<ShareRow, 'id' | 'group_id' | 'created_at'>>`
        select had.key_id, null as service_account_id, had.recipient_id, had.email, had.permission, had.expires_at,
          case when not exists (
            select from shares others
            where others.key_id = had.key_id and others.revoked_at is null and others.email_normalized = had.email_normalized
              and others.recipient_id <> had.recipient_id) then had.email_normalized end as email_normalized
        from (
          select shares.key_id, members.user_id as recipient_id, min(members.email) as email,
            coalesce(users.email_normalized, members.email_normalized) as email_normalized,
            (array_agg(shares.permission order by shares.expires_at desc nulls first, shares.permission = 'admin' desc))[1] as permission,
            case when bool_or(shares.expires_at is null) then null else max(shares.expires_at) end as expires_at
          from shares join group_members members on members.group_id = shares.group_id
          left join people users on users.id = members.user_id
          where shares.key_id = ${keyId} and shares.revoked_at is null and ${lasts(now, 'shares')}
          group by 1, 2, 4) had`.execute(db)
      return rows
    },
  }
}
