import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { TakeApproval } from '@twofold/contract/service-accounts'
import { createGrantRevocationRepository } from './grant-revocation.repository.ts'
import { createGrantExpiration } from './grant-expiration.repository.ts'
import { createGrantList } from './grant-list.repository.ts'
import { createMemberAccess } from './member-access.repository.ts'
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
  awaits_confirmation: boolean
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
    ...createMemberAccess(db),
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
  }
}

export type GrantsRepository = ReturnType<typeof createGrantsRepository>
