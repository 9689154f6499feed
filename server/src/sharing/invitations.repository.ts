import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export interface AccountAtAddress {
  id: string
  name: string
  is_active: boolean
  /** Shares reach it at once: the address is verified, or the account was made while nobody had to. */
  is_proven: boolean
}

export function createInvitationsRepository(db: Db) {
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
        select id, name, is_active, (email_verified_at is not null or admitted_at is not null) as is_proven
        from users where email_normalized = ${normalized} and deleted_at is null`.execute(db)
      return rows[0]
    },
    /** In the order of ids, so that two that lock the same people wait for each other and never both ways. Answers those who are active. */
    async lockAccounts(ownerId: string, normalized: string): Promise<string[]> {
      const { rows } = await sql<{ id: string; is_active: boolean }>`
        select id, is_active from users where id = ${ownerId} or (email_normalized = ${normalized} and deleted_at is null)
        order by id for no key update`.execute(db)
      return rows.flatMap((user) => (user.is_active ? [user.id] : []))
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
    /** Gives what waits for an address to its account. Answers the shares and the groups. */
    async takeWaiting(normalized: string, userId: string): Promise<{ shares: string[]; groups: string[] }> {
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
      return { shares: shares.map(({ id }) => id), groups: groups.map(({ group_id: id }) => id) }
    },
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
    async countMailsSince(normalized: string, time: Date): Promise<number> {
      const { count } = await db
        .selectFrom('share_mails')
        .where('email_normalized', '=', normalized)
        .where('sent_at', '>', time)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async putMail(id: string, normalized: string, now: Date): Promise<void> {
      await db.insertInto('share_mails').values({ id, email_normalized: normalized, sent_at: now }).execute()
    },
    async removeMailsBefore(time: Date): Promise<void> {
      await db.deleteFrom('share_mails').where('sent_at', '<', time).execute()
    },
  }
}

export type InvitationsRepository = ReturnType<typeof createInvitationsRepository>
