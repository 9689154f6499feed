import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { rowsUntil } from '../platform/retention.ts'
import type { RetentionTask } from '../platform/retention.ts'
import { rowsAtMost } from '../platform/literal-limits.ts'
import { lasts } from '../platform/lasts.ts'

export interface AccountAtAddress {
  id: string
  name: string
  is_active: boolean
  /** Shares reach it at once: the address is verified, or the account was made while nobody had to; and nobody else may have proven it. */
  is_proven: boolean
}

export function createInvitationsRepository(db: Db) {
  const standing = (now: Date) =>
    db
      .selectFrom('key_offers')
      .innerJoin('keys', (join) => join.onRef('keys.id', '=', 'key_offers.key_id').onRef('keys.owner_id', '=', 'key_offers.owner_id'))
      .innerJoin('users', 'users.id', 'key_offers.owner_id')
      .where('key_offers.expires_at', '>', now)
      .where('keys.deleted_at', 'is', null)
      .where('users.is_active', '=', true)
      .select(['users.id as owner_id', 'users.name as owner_name', 'keys.name as key_name'])

  return {
    /**
     * Held until the transaction ends. Whoever shares with an address and whoever proves it come one after the other, so that no
     * share is left waiting for a proof that was given meanwhile.
     */
    async lockAddress(normalized: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`share:${normalized}`}, 0))`.execute(db)
    },
    async lockContacts(ownerId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${ownerId}`}, 0))`.execute(db)
    },
    async isContact(ownerId: string, normalized: string): Promise<boolean> {
      const contact = await db
        .selectFrom('share_contacts')
        .where('owner_id', '=', ownerId)
        .where('email_normalized', '=', normalized)
        .select('since')
        .executeTakeFirst()
      return contact !== undefined
    },
    countContactsSince: (ownerId: string, time: Date) =>
      db
        .selectFrom('share_contacts')
        .where('owner_id', '=', ownerId)
        .where('since', '>', time)
        .select((contact) => [contact.fn.countAll<number>().as('count'), contact.fn.min('since').as('oldest')])
        .executeTakeFirstOrThrow(),
    async putContact(ownerId: string, normalized: string, now: Date): Promise<void> {
      await db
        .insertInto('share_contacts')
        .values({ owner_id: ownerId, email_normalized: normalized, since: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async findAccount(normalized: string): Promise<AccountAtAddress | undefined> {
      const { rows } = await sql<AccountAtAddress>`
        select id, name, is_active, not address_in_doubt and (email_verified_at is not null or admitted_at is not null) as is_proven
        from users where email_normalized = ${normalized} and deleted_at is null`.execute(db)
      return rows[0]
    },
    /** The address that an account has proven by a link; undefined when it has not. */
    async findProvenAddress(userId: string): Promise<string | undefined> {
      const user = await db
        .selectFrom('users')
        .where('id', '=', userId)
        .where('email_verified_at', 'is not', null)
        .where('deleted_at', 'is', null)
        .select('email_normalized')
        .executeTakeFirst()
      return user?.email_normalized
    },
    /** The account's address, to which somebody else may have had mail sent. */
    async findAddress(userId: string): Promise<string | undefined> {
      const user = await db.selectFrom('users').where('id', '=', userId).select('email_normalized').executeTakeFirst()
      return user?.email_normalized
    },
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
        join keys on keys.id = waiting.key_id and keys.deleted_at is null
        group by keys.owner_id`.execute(db)
      return rows
    },
    /** Names of one owner's keys that wait for an address: shares, groups and offers. */
    async listWaitingNames(normalized: string, ownerId: string, now: Date, most: number): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`
        select keys.name from keys join users on users.id = keys.owner_id and users.is_active and users.deleted_at is null
        where keys.owner_id = ${ownerId} and keys.deleted_at is null and (
          exists (
            select from shares left join group_members on group_members.group_id = shares.group_id
            where shares.key_id = keys.id and shares.revoked_at is null and ${lasts(now, 'shares')}
              and (shares.email_normalized = ${normalized} and shares.recipient_id is null
                or group_members.email_normalized = ${normalized} and group_members.user_id is null))
          or exists (
            select from key_offers where key_id = keys.id and email_normalized = ${normalized} and recipient_id is null and expires_at > ${now}))
        order by keys.name, keys.id ${rowsAtMost(most)}`.execute(db)
      return rows.map(({ name }) => name)
    },
    /** What somebody is called; undefined: the account is not there any more. */
    async findName(userId: string): Promise<string | undefined> {
      const user = await db.selectFrom('users').where('id', '=', userId).where('deleted_at', 'is', null).select('name').executeTakeFirst()
      return user?.name
    },
    /** Members of groups wait without a key, too. */
    async isAwaited(normalized: string): Promise<boolean> {
      const { rows } = await sql<{ is_awaited: boolean }>`
        select exists (select from shares where email_normalized = ${normalized} and recipient_id is null and revoked_at is null)
          or exists (select from group_members where email_normalized = ${normalized} and user_id is null)
          or exists (select from key_offers where email_normalized = ${normalized} and recipient_id is null) as is_awaited`.execute(db)
      return rows[0]?.is_awaited === true
    },
    /** Gives what waits for an address to its account. Answers the shares, the groups and the offers. */
    async takeWaiting(normalized: string, userId: string): Promise<{ shares: string[]; groups: string[]; offers: string[] }> {
      const shares = await db
        .updateTable('shares')
        .set({ recipient_id: userId })
        .where('email_normalized', '=', normalized)
        .where('recipient_id', 'is', null)
        .where('revoked_at', 'is', null)
        .returning('id')
        .execute()
      const groups = await db
        .updateTable('group_members')
        .set({ user_id: userId })
        .where('email_normalized', '=', normalized)
        .where('user_id', 'is', null)
        .returning('group_id')
        .execute()
      const offers = await db
        .updateTable('key_offers')
        .set({ recipient_id: userId })
        .where('email_normalized', '=', normalized)
        .where('recipient_id', 'is', null)
        .where('owner_id', '<>', userId)
        .returning('id')
        .execute()
      return { shares: shares.map(({ id }) => id), groups: groups.map(({ group_id: id }) => id), offers: offers.map(({ id }) => id) }
    },
    /** Of these offers those that still stand. */
    listOffered: (ids: readonly string[], now: Date): Promise<{ owner_id: string; owner_name: string; key_name: string }[]> =>
      ids.length === 0 ? Promise.resolve([]) : standing(now).where('key_offers.id', 'in', ids).execute(),
    /** Offers that wait for an address since `madeAt` or before, the latest first. */
    listWaitingOffers: (
      normalized: string,
      madeAt: Date,
      now: Date,
    ): Promise<{ owner_id: string; owner_name: string; key_name: string }[]> =>
      standing(now)
        .where('key_offers.email_normalized', '=', normalized)
        .where('key_offers.recipient_id', 'is', null)
        .where('key_offers.created_at', '<=', madeAt)
        .orderBy('key_offers.created_at', 'desc')
        .execute(),
    /** Shares that wait for an address since `madeAt` or before, the latest first. */
    listWaiting: (normalized: string, madeAt: Date, now: Date): Promise<{ owner_id: string; owner_name: string; key_name: string }[]> =>
      db
        .selectFrom('shares')
        .innerJoin('keys', 'keys.id', 'shares.key_id')
        .innerJoin('users', 'users.id', 'keys.owner_id')
        .where('shares.email_normalized', '=', normalized)
        .where('shares.recipient_id', 'is', null)
        .where('shares.revoked_at', 'is', null)
        .where((share) => share.or([share('shares.expires_at', 'is', null), share('shares.expires_at', '>', now)]))
        .where('shares.created_at', '<=', madeAt)
        .where('keys.deleted_at', 'is', null)
        .where('users.deleted_at', 'is', null)
        .where('users.is_active', '=', true)
        .orderBy('shares.created_at', 'desc')
        .orderBy('shares.id', 'desc')
        .select(['users.id as owner_id', 'users.name as owner_name', 'keys.name as key_name'])
        .execute(),
    /** Counts one more mail to the address. False: there were `most` since one of these times. */
    async putMail(id: string, normalized: string, now: Date, within: readonly { since: Date; most: number }[]): Promise<boolean> {
      const room = ({ since, most }: { since: Date; most: number }) =>
        sql`(select count(*) from share_mails where email_normalized = ${normalized} and sent_at > ${since}) < ${most}`
      const { numAffectedRows } = await sql`
        insert into share_mails (id, email_normalized, sent_at)
        select ${id}::uuid, ${normalized}, ${now}::timestamptz
        where ${sql.join(within.map(room), sql` and `)}`.execute(db)
      return numAffectedRows === 1n
    },
    removableMails: (until: Date): RetentionTask[] => [rowsUntil({ table: 'share_mails', column: 'sent_at', until })],
  }
}

export type InvitationsRepository = ReturnType<typeof createInvitationsRepository>
