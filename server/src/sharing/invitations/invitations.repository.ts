import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { createWaitingGrants } from './waiting-grants.repository.ts'
import { createInvitationMailsRepository } from './invitation-mails.repository.ts'
import { hasProven } from './proven-address.repository.ts'
import { findsRow } from '../../platform/row-counts.ts'

export interface AccountAtAddress {
  id: string
  name: string
  is_active: boolean
  /** Shares reach it at once (`hasProven`). */
  is_proven: boolean
}

export function createInvitationsRepository(db: Db) {
  return {
    ...createWaitingGrants(db),
    ...createInvitationMailsRepository(db),
    /**
     * Locks the address until the transaction ends, which serializes sharing with proving it: otherwise a share could wait for a proof that was given
     * meanwhile.
     */
    async lockAddress(normalized: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`share:${normalized}`}, 0))`.execute(db)
    },
    /** The same for the address of an account, which may be deleted. The caller has locked its row. */
    async lockAddressOf(userId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('share:' || email_normalized, 0)) from people where id = ${userId}`.execute(
        db,
      )
    },
    async lockContacts(ownerId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`contacts:${ownerId}`}, 0))`.execute(db)
    },
    isContact: (ownerId: string, normalized: string): Promise<boolean> =>
      findsRow(db.selectFrom('share_contacts').where('owner_id', '=', ownerId).where('email_normalized', '=', normalized).select('since')),
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
        select id, name, is_active, ${hasProven} as is_proven
        from people users where email_normalized = ${normalized} and deleted_at is null`.execute(db)
      return rows[0]
    },
    /** The live account with the address of `userId`, which is deleted. */
    async findSuccessor(userId: string): Promise<AccountAtAddress | undefined> {
      const { rows } = await sql<AccountAtAddress>`
        select users.id, users.name, users.is_active, ${hasProven} as is_proven
        from people users join people deleted on deleted.email_normalized = users.email_normalized
        where deleted.id = ${userId} and users.deleted_at is null`.execute(db)
      return rows[0]
    },
    /** The address that an account has proven by a link; undefined when it has not. */
    async findProvenAddress(userId: string): Promise<string | undefined> {
      const user = await db
        .selectFrom('people as users')
        .where('id', '=', userId)
        .where('email_verified_at', 'is not', null)
        .where('deleted_at', 'is', null)
        .select('email_normalized')
        .executeTakeFirst()
      return user?.email_normalized
    },
    /** A person's name; undefined: the account no longer exists. */
    async findName(userId: string): Promise<string | undefined> {
      const user = await db
        .selectFrom('people as users')
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .select('name')
        .executeTakeFirst()
      return user?.name
    },
  }
}

export type InvitationsRepository = ReturnType<typeof createInvitationsRepository>
