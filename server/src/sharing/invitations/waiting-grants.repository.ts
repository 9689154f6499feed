import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { rowsAtMost } from '../../platform/literal-limits.ts'
import { lasts } from '../../platform/lasts.ts'
import { plain } from '../../platform/like-pattern.ts'

/** Grants that wait until an account proves its address. */
export function createWaitingGrants(db: Db) {
  return {
    ...createTaking(db),
    /** Owners whose shares, groups or offers wait for an address, with a key of theirs that does. */
    async listWaitingOwners(normalized: string, now: Date): Promise<{ owner_id: string; key_name: string }[]> {
      const { rows } = await sql<{ owner_id: string; key_name: string }>`
        select keys.owner_id, min(keys.name) as key_name
        from (
          select shares.key_id from shares
          left join group_members on group_members.group_id = shares.group_id
          where shares.revoked_at is null and ${lasts(now, 'shares')}
            and (shares.email_normalized = ${normalized} and shares.recipient_id is null
              or group_members.email_normalized = ${normalized} and group_members.user_id is null)
          union all
          select key_id from key_offers where email_normalized = ${normalized} and recipient_id is null and expires_at > ${now}
        ) waiting
        join named_keys keys on keys.id = waiting.key_id and keys.deleted_at is null
        group by keys.owner_id`.execute(db)
      return rows
    },
    /** Names of one owner's keys that wait for an address: shares, groups and offers. */
    async listWaitingNames(normalized: string, ownerId: string, now: Date, most: number): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        select keys.name from named_keys keys join people users on users.id = keys.owner_id and users.is_active and users.deleted_at is null
        where keys.owner_id = ${ownerId} and keys.deleted_at is null and (
          exists (
            select from shares left join group_members on group_members.group_id = shares.group_id
            where shares.key_id = keys.id and shares.revoked_at is null and ${lasts(now, 'shares')}
              and (shares.email_normalized = ${normalized} and shares.recipient_id is null
                or group_members.email_normalized = ${normalized} and group_members.user_id is null))
          or exists (
            select from key_offers where key_id = keys.id and email_normalized = ${normalized} and recipient_id is null and expires_at > ${now}))
        order by ${plain('keys.name')}, keys.id ${rowsAtMost(most)}`.execute(db)
      return rows.map(({ name }) => name)
    },
    /** Members of groups wait without a key, too. */
    async isAwaited(normalized: string): Promise<boolean> {
      const { rows } = await sql<{ is_awaited: boolean }>`
        select exists (select from shares where email_normalized = ${normalized} and recipient_id is null and revoked_at is null)
          or exists (select from group_members where email_normalized = ${normalized} and user_id is null)
          or exists (select from key_offers where email_normalized = ${normalized} and recipient_id is null) as is_awaited`.execute(db)
      return rows[0]?.is_awaited === true
    },
  }
}

function createTaking(db: Db) {
  return {
    /**
     * Delivers the grants waiting for an address to its account, and ends those of its own keys and groups: nobody has a share of their own key.
     * Answers the shares, groups and offers.
     */
    async takeWaiting(normalized: string, userId: string, now: Date): Promise<{ shares: string[]; groups: string[]; offers: string[] }> {
      const endOwnShares = db
        .updateTable('shares')
        .from('named_keys as keys')
        .set({ revoked_at: now })
        .whereRef('keys.id', '=', 'shares.key_id')
        .where('keys.owner_id', '=', userId)
        .where('shares.email_normalized', '=', normalized)
        .where('shares.recipient_id', 'is', null)
        .where('shares.revoked_at', 'is', null)
      const takeShares = db
        .updateTable('shares')
        .set({ recipient_id: userId })
        .where('email_normalized', '=', normalized)
        .where('recipient_id', 'is', null)
        .where('revoked_at', 'is', null)
        .returning('id')
      const leaveOwnGroups = db
        .deleteFrom('group_members')
        .using('groups')
        .whereRef('groups.id', '=', 'group_members.group_id')
        .where('groups.owner_id', '=', userId)
        .where('group_members.email_normalized', '=', normalized)
        .where('group_members.user_id', 'is', null)
      const takeGroups = db
        .updateTable('group_members')
        .set({ user_id: userId })
        .where('email_normalized', '=', normalized)
        .where('user_id', 'is', null)
        .returning('group_id')
      const takeOffers = db
        .updateTable('key_offers')
        .set({ recipient_id: userId })
        .where('email_normalized', '=', normalized)
        .where('recipient_id', 'is', null)
        .where('owner_id', '<>', userId)
        .returning('id')
      const [, shares, , groups, offers] = await Promise.all([
        endOwnShares.execute(),
        takeShares.execute(),
        leaveOwnGroups.execute(),
        takeGroups.execute(),
        takeOffers.execute(),
      ])
      return { shares: shares.map(({ id }) => id), groups: groups.map(({ group_id: id }) => id), offers: offers.map(({ id }) => id) }
    },
  }
}
