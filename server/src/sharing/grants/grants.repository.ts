import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { lasts } from '../../platform/lasts.ts'
import type { TakeApproval } from '@twofold/contract/service-accounts'
import { createGrantRevocationRepository } from './grant-revocation.repository.ts'
import { createGrantExpiration } from './grant-expiration.repository.ts'
import { createGrantList } from './grant-list.repository.ts'
import type { Permission } from '../access/held-keys.repository.ts'
import { columns } from './grant-columns.ts'
import { isKnownByShare } from '../access/shown-address.repository.ts'
import { countRows } from '../../platform/row-counts.ts'

export interface ShareRow {
  id: string
  key_id: string
  /** Null for groups, and while an address waits for its proof. */
  recipient_id: string | null
  email: string | null
  email_normalized: string | null
  group_id: string | null
  service_account_id: string | null
  permission: Permission
  created_at: Date
  expires_at: Date | null
}

/** Terms on which a service account gets codes. */
export interface TakeTerms {
  approval: TakeApproval
  four_eyes: boolean
  accepted_at: Date | null
}

export interface NewShareRow extends ShareRow, Partial<TakeTerms> {
  granted_by: string
}

export interface ListedShareRow extends ShareRow, TakeTerms {
  service_account_name: string | null
  managers: number
  name: string | null
  group_name: string | null
  members: number
  last_hour: Date | null
  last_copy: Date | null
  secret_seen_at: Date | null
  revoked_at: Date | null
  asked_at: Date | null
  /** It ended, and can be restored. */
  is_restorable: boolean
}

export function createGrantsRepository(db: Db) {
  const live = () => db.selectFrom('shares').where('revoked_at', 'is', null)

  return {
    ...createGrantRevocationRepository(db),
    ...createGrantExpiration(db),
    ...createGrantList(db),
    async put(share: NewShareRow): Promise<void> {
      await db.insertInto('shares').values(share).execute()
    },
    find: (keyId: string, id: string): Promise<ShareRow | undefined> =>
      live().where('key_id', '=', keyId).where('id', '=', id).select(columns).executeTakeFirst(),
    /** The share of a key with an address or a group. */
    findWith: (
      keyId: string,
      target: { normalized: string } | { groupId: string } | { serviceAccountId: string },
    ): Promise<ShareRow | undefined> => {
      const ofKey = live().where('key_id', '=', keyId).select(columns)
      if ('serviceAccountId' in target) return ofKey.where('service_account_id', '=', target.serviceAccountId).executeTakeFirst()
      return (
        'groupId' in target ? ofKey.where('group_id', '=', target.groupId) : ofKey.where('email_normalized', '=', target.normalized)
      ).executeTakeFirst()
    },
    /** The share of a key with somebody, whichever address it was given to, or the one that waits for their address. */
    async findOfMember(keyId: string, member: { userId: string | null; normalized: string }): Promise<ShareRow | undefined> {
      const { rows } = await sql<ShareRow>`
        select ${sql.join(columns.map((column) => sql.ref(column)))} from shares
        where key_id = ${keyId} and revoked_at is null
          and (recipient_id = ${member.userId} or email_normalized = ${member.normalized} and (recipient_id is null or ${member.userId}::uuid is null))
        order by recipient_id nulls last, created_at limit 1`.execute(db)
      return rows[0]
    },
    /**
     * Moves shares to a person's new address if the owner knows it, so that the new holder of the former address can be given the key as well. If the
     * key is already shared with the new address, nothing changes; of several shares of one person, by one address after another, the latest moves.
     */
    async followMoved(keyId: string, { normalized, userId }: { normalized: string; userId: string | null }): Promise<void> {
      await sql`
        update shares set email = users.email, email_normalized = users.email_normalized from people users
        where shares.key_id = ${keyId} and shares.revoked_at is null and (shares.email_normalized = ${normalized} or shares.recipient_id = ${userId})
          and users.id = shares.recipient_id and users.email_normalized is distinct from shares.email_normalized and ${isKnownByShare}
          and not exists (
            select from shares others
            where others.key_id = shares.key_id and others.revoked_at is null and (
              others.email_normalized = users.email_normalized or others.recipient_id = shares.recipient_id and others.id > shares.id))`.execute(
        db,
      )
    },
    countOf: (keyId: string): Promise<number> => countRows(live().where('key_id', '=', keyId)),
    async change(
      id: string,
      change: Partial<Pick<NewShareRow, 'permission' | 'expires_at' | 'recipient_id' | 'approval' | 'four_eyes'>>,
    ): Promise<void> {
      if (Object.keys(change).length > 0) await db.updateTable('shares').set(change).where('id', '=', id).execute()
    },
    /**
     * Access to a key through groups of its former owner, per member, at the highest level that any group gave. Members are listed by their present
     * address, or without one if somebody who has moved still holds a share by it.
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
            case when bool_or(shares.permission = 'admin') then 'admin' else 'view' end as permission,
            case when bool_or(shares.expires_at is null) then null else max(shares.expires_at) end as expires_at
          from shares join group_members members on members.group_id = shares.group_id
          left join people users on users.id = members.user_id
          where shares.key_id = ${keyId} and shares.revoked_at is null and ${lasts(now, 'shares')}
          group by 1, 2, 4) had`.execute(db)
      return rows
    },
  }
}

export type GrantsRepository = ReturnType<typeof createGrantsRepository>
