import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { ifUnique } from '../platform/if-unique.ts'
import { lasts } from '../platform/lasts.ts'

/** An owner's figures count addresses, so that they do not tell which of them have an account. */
const isGranted = (now: Date) => sql<boolean>`(${lasts(now)} and deleted_at is null and recipient_id is distinct from owner_id)`

export interface DeletedAccount {
  id: string
  addresses: string[]
  /** When its address became free, where somebody else has it now. */
  until: Date | null
}

export function createProfileRepository(db: Db) {
  const profiles = () =>
    db
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .select((user) => [
        'id',
        'name',
        'email',
        'email_normalized',
        'role',
        'is_active',
        'email_verified_at',
        'admitted_at',
        'last_login_at',
        'must_change_password',
        'closed_at',
        'created_at',
        'page_language',
        'password_hash',
        'pending_email',
        'auto_lock_minutes',
        user('pin_hash', 'is not', null).$castTo<boolean>().as('has_pin'),
      ])
  const deletedBefore = (time: Date) => db.selectFrom('users').where('users.deleted_at', '<=', time)

  return {
    find: (id: string) => profiles().where('id', '=', id).executeTakeFirst(),
    /** Whose address is to become this one; of several, who asked for it last. */
    findByPendingEmail: (normalized: string) =>
      profiles().where('pending_email_normalized', '=', normalized).orderBy('updated_at', 'desc').limit(1).executeTakeFirst(),

    async update(id: string, change: { name: string; auto_lock_minutes?: number | null; email?: string }, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set({ ...change, updated_at: now })
        .where('id', '=', id)
        .execute()
    },

    async setPendingEmail(id: string, pending: { email: string; normalized: string } | null, now: Date): Promise<void> {
      await db
        .updateTable('users')
        .set({ pending_email: pending?.email ?? null, pending_email_normalized: pending?.normalized ?? null, updated_at: now })
        .where('id', '=', id)
        .execute()
    },

    /** The address that waited becomes the account's, verified, unless another account has it by now. */
    async takePendingEmail(id: string, normalized: string, now: Date): Promise<'taken' | 'not pending' | 'not free'> {
      const waiting = await db
        .selectFrom('users')
        .where('id', '=', id)
        .where('pending_email_normalized', '=', normalized)
        .where('deleted_at', 'is', null)
        .select('id')
        .forUpdate()
        .executeTakeFirst()
      if (waiting === undefined) return 'not pending'
      const isFree = await ifUnique(() =>
        sql`
          update users set email = pending_email, email_normalized = pending_email_normalized, pending_email = null,
            pending_email_normalized = null, email_verified_at = ${now}, updated_at = ${now}
          where id = ${id}`.execute(db),
      )
      return isFree ? 'taken' : 'not free'
    },

    /** Without mail nothing can prove an address: it is changed at once, and unproven. False: another account has it. */
    replaceEmail: (id: string, { email, normalized }: { email: string; normalized: string }, now: Date): Promise<boolean> =>
      ifUnique(() =>
        db
          .updateTable('users')
          .set({ email, email_normalized: normalized, email_verified_at: null, admitted_at: now, updated_at: now })
          .where('id', '=', id)
          .execute(),
      ),

    async figuresOf(id: string, now: Date) {
      const { rows } = await sql<{
        total_keys: number
        shared_keys_received: number
        keys_shared_by_me: number
      }>`
        select
          (select count(*)::int from named_keys where owner_id = ${id} and deleted_at is null) as total_keys,
          (select count(distinct key_id)::int from live_shares where recipient_id = ${id} and ${lasts(now)}) as shared_keys_received,
          (select count(distinct key_id)::int from granted_shares where owner_id = ${id} and ${isGranted(now)}) as keys_shared_by_me`.execute(
        db,
      )
      const [figures] = rows
      if (figures === undefined) throw new Error('A query for figures answered nothing.')
      return figures
    },

    /** Own keys that others have now, and how many people and addresses. */
    async listShared(ownerId: string, now: Date): Promise<{ id: string; name: string; people: number }[]> {
      const { rows } = await sql<{ id: string; name: string; people: number }>`
        select keys.id, keys.name, granted.people from named_keys keys
        join (
          select key_id, count(distinct person)::int as people from granted_shares
          where owner_id = ${ownerId} and ${isGranted(now)} group by key_id
        ) granted on granted.key_id = keys.id
        order by keys.name, keys.id`.execute(db)
      return rows
    },

    async countPeople(ownerId: string, now: Date): Promise<number> {
      const { rows } = await sql<{ people: number }>`
        select count(distinct person)::int as people from granted_shares where owner_id = ${ownerId} and ${isGranted(now)}`.execute(db)
      return rows[0]?.people ?? 0
    },

    /**
     * Out of use from now on; what it holds is removed later. What it takes to restore it is noted. `by` null: the person. False: its password is
     * another one by now, or it is gone.
     */
    async markDeleted(id: string, passwordHash: string | null, by: string | null, now: Date): Promise<boolean> {
      await sql`
        insert into account_deletions (user_id, deleted_by, was_active)
        select id, ${by}::uuid, is_active from users where id = ${id} and deleted_at is null for no key update
        on conflict do nothing`.execute(db)
      const updated = await db
        .updateTable('users')
        .set({ is_active: false, deleted_at: now, updated_at: now, pending_email: null, pending_email_normalized: null })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where('password_hash', 'is not distinct from', passwordHash)
        .executeTakeFirst()
      return updated.numUpdatedRows === 1n
    },

    listDeletedBefore: async (time: Date): Promise<string[]> => {
      const rows = await deletedBefore(time).select('users.id').execute()
      return rows.map(({ id }) => id)
    },

    /** Of the accounts that `listDeletedBefore` names: how many, how many keys they have, and the names of some of these. */
    async summariseDeletedBefore(time: Date, sampled: number): Promise<{ people: number; keys: number; sample: string[] }> {
      const withKeys = () => deletedBefore(time).innerJoin('named_keys as keys', 'keys.owner_id', 'users.id')
      const [{ people }, { keys }, names] = await Promise.all([
        deletedBefore(time)
          .select(({ fn }) => fn.countAll<number>().as('people'))
          .executeTakeFirstOrThrow(),
        withKeys()
          .select(({ fn }) => fn.countAll<number>().as('keys'))
          .executeTakeFirstOrThrow(),
        withKeys().select('keys.name').orderBy('keys.name').limit(sampled).execute(),
      ])
      return { people, keys, sample: names.map(({ name }) => name) }
    },

    /** Locks it: whoever restores the account waits, and then finds it gone. Undefined: it is gone, or nobody deleted it. */
    async lockDeleted(id: string): Promise<DeletedAccount | undefined> {
      const account = await db
        .selectFrom('users')
        .where('id', '=', id)
        .where('deleted_at', 'is not', null)
        .select(['email', 'email_normalized', 'deleted_at'])
        .forUpdate()
        .executeTakeFirst()
      if (account === undefined) return undefined
      const { email_normalized: normalized, deleted_at: deletedAt } = account
      const successor = await db
        .selectFrom('users')
        .where('email_normalized', '=', normalized)
        .where('deleted_at', 'is', null)
        .select('id')
        .executeTakeFirst()
      return { id, addresses: [account.email, normalized], until: successor === undefined ? null : deletedAt }
    },

    /**
     * The row takes sessions, keys and the key they are sealed with along; the name in others' lists stands elsewhere. Answers how many keys went;
     * undefined: somebody else removed it.
     */
    async remove(id: string): Promise<number | undefined> {
      await db.updateTable('activity').set({ actor_name: null }).where('actor_id', '=', id).execute()
      const { keys } = await db
        .selectFrom('named_keys')
        .where('owner_id', '=', id)
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .executeTakeFirstOrThrow()
      const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirstOrThrow()
      return numDeletedRows === 0n ? undefined : keys
    },
  }
}

export type ProfileRepository = ReturnType<typeof createProfileRepository>
