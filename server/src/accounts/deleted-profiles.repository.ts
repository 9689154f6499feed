import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { DeletedAccount } from './profile.repository.ts'
import { changesRow } from '../platform/row-counts.ts'
import { plain } from '../platform/like-pattern.ts'

export function createDeletedProfiles(db: Db) {
  const deletedBefore = (time: Date) => db.selectFrom('users').where('users.deleted_at', '<=', time)

  return {
    /**
     * Out of use from now on; what it holds is removed later. What it takes to restore it is noted. `by` null: the person. False: its password is
     * another one by now, or it is gone.
     */
    async markDeleted(id: string, passwordHash: string | null, by: string | null, now: Date): Promise<boolean> {
      const noted = sql`
        insert into account_deletions (user_id, deleted_by, was_active)
        select id, ${by}::uuid, is_active from users where id = ${id} and deleted_at is null for no key update
        on conflict do nothing`
      const marked = db
        .updateTable('users')
        .set({ is_active: false, deleted_at: now, updated_at: now, pending_email: null, pending_email_normalized: null })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where('password_hash', 'is not distinct from', passwordHash)
      const [, isMarked] = await Promise.all([noted.execute(db), changesRow(marked)])
      return isMarked
    },
    listDeletedBefore: async (time: Date): Promise<string[]> => {
      const rows = await deletedBefore(time).select('users.id').execute()
      return rows.map(({ id }) => id)
    },
    /** Numbers of the accounts that `listDeletedBefore` returns and of their keys, and some of their names. */
    async summariseDeletedBefore(time: Date, sampled: number): Promise<{ people: number; keys: number; sample: string[] }> {
      const withKeys = () => deletedBefore(time).innerJoin('named_keys as keys', 'keys.owner_id', 'users.id')
      const [{ people }, { keys }, names] = await Promise.all([
        deletedBefore(time)
          .select(({ fn }) => fn.countAll<number>().as('people'))
          .executeTakeFirstOrThrow(),
        withKeys()
          .select(({ fn }) => fn.countAll<number>().as('keys'))
          .executeTakeFirstOrThrow(),
        withKeys().select('keys.name').orderBy(plain('keys.name')).limit(sampled).execute(),
      ])
      return { people, keys, sample: names.map(({ name }) => name) }
    },
    /** Locks the account: a concurrent restoration waits, and then finds it gone. Undefined: it is gone, or was not deleted. */
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
     * Deleting the row cascades to sessions, keys and their data key; other people's lists store the name separately. Answers the number of keys
     * removed; undefined: somebody else removed the account.
     */
    async remove(id: string): Promise<number | undefined> {
      await db.updateTable('activity').set({ actor_name: null }).where('actor_id', '=', id).execute()
      const { keys } = await db
        .selectFrom('named_keys')
        .where('owner_id', '=', id)
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .executeTakeFirstOrThrow()
      return (await changesRow(db.deleteFrom('users').where('id', '=', id))) ? keys : undefined
    },
  }
}
