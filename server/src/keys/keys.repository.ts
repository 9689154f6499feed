import { sealedNames } from '@twofold/contract/sealed-fields'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { keyColumns, type KeyRow } from '../platform/listed-key.ts'
import { createKeyPeople } from './key-people.repository.ts'
import type { SealedRow } from './sealed-fields.ts'
import { countRows, changesRow, countChanged } from '../platform/row-counts.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'

export interface NewKeyRow extends KeyRow, SealedRow {
  owner_id: string
  secret: Buffer
}

const listed = keyColumns.map((name) => `keys.${name}` as const)
const sealed = sealedNames.map((name) => `keys.${name}` as const)

/** PostgreSQL takes 65,535 parameters in a statement. */
const rowsPerStatement = 500

export type KeyChange = Partial<Omit<NewKeyRow, 'id' | 'owner_id' | 'created_at'>>

export function createKeysRepository(db: Db) {
  return {
    /** Out of sight at once; the row is removed later, so that a deletion can be undone for a moment. */
    async markDeleted(id: string, now: Date): Promise<void> {
      await db.updateTable('keys').set({ deleted_at: now, updated_at: now }).where('id', '=', id).execute()
    },
    /** False: it was not deleted after `since`, or is destroyed. */
    unmarkDeleted: (id: string, since: Date, now: Date): Promise<boolean> =>
      changesRow(db.updateTable('keys').set({ deleted_at: null, updated_at: now }).where('id', '=', id).where('deleted_at', '>', since)),
    removableDeleted: (until: Date): RetentionTask[] => [rowsUntil({ table: 'keys', column: 'deleted_at', until })],
    /** Removes at most `limit`; answers the number. */
    async removeDeletedBefore(time: Date, limit: number): Promise<number> {
      const due = db.selectFrom('keys').where('deleted_at', '<=', time).orderBy('deleted_at').limit(limit).select('id')
      return countChanged(() => db.deleteFrom('keys').where('id', 'in', due).executeTakeFirst())
    },
    ...createKeyPeople(db),
    countOf: (ownerId: string): Promise<number> =>
      countRows(db.selectFrom('keys').where('owner_id', '=', ownerId).where('deleted_at', 'is', null)),
    async put(key: NewKeyRow): Promise<void> {
      await db
        .insertInto('keys')
        .values({ ...key, updated_at: key.created_at })
        .execute()
    },
    /** A key with all that is sealed, as far as lists show it to `userId`. Who may see it is not asked here. */
    findWhole(id: string, userId: string) {
      return db
        .selectFrom('keys')
        .innerJoin('data_keys', 'data_keys.user_id', 'keys.owner_id')
        .leftJoin('favourites', (join) => join.onRef('favourites.key_id', '=', 'keys.id').on('favourites.user_id', '=', userId))
        .where('keys.id', '=', id)
        .select(listed)
        .select(sealed)
        .select(['keys.owner_id', 'keys.secret', 'keys.deleted_at', 'data_keys.sealed as data_key'])
        .select((key) => key('favourites.key_id', 'is not', null).$castTo<boolean>().as('favourite'))
        .executeTakeFirst()
    },
    async change(id: string, change: KeyChange, now: Date): Promise<void> {
      await db
        .updateTable('keys')
        .set({ ...change, updated_at: now })
        .where('id', '=', id)
        .execute()
    },
    async setCounter(id: string, counter: number, now: Date): Promise<void> {
      await db.updateTable('keys').set({ counter, updated_at: now }).where('id', '=', id).execute()
    },
    async putAll(keys: readonly NewKeyRow[]): Promise<void> {
      for (let at = 0; at < keys.length; at += rowsPerStatement) {
        const rows = keys.slice(at, at + rowsPerStatement).map((key) => ({ ...key, updated_at: key.created_at }))
        await db.insertInto('keys').values(rows).execute()
      }
    },
    async putFavourites(userId: string, keyIds: readonly string[], now: Date): Promise<void> {
      for (let at = 0; at < keyIds.length; at += rowsPerStatement) {
        const rows = keyIds.slice(at, at + rowsPerStatement).map((id) => ({ user_id: userId, key_id: id, created_at: now }))
        await db.insertInto('favourites').values(rows).execute()
      }
    },
    /** The person who added the secret stays recorded. */
    async setOwner(id: string, change: SealedRow & Pick<NewKeyRow, 'owner_id' | 'secret'>, now: Date): Promise<void> {
      await db
        .updateTable('keys')
        .set({ ...change, updated_at: now, added_by: sql`coalesce(added_by, owner_id)` })
        .where('id', '=', id)
        .execute()
    },
    async setFavourite(userId: string, keyId: string, isFavourite: boolean, now: Date): Promise<void> {
      if (!isFavourite) {
        await db.deleteFrom('favourites').where('user_id', '=', userId).where('key_id', '=', keyId).execute()
        return
      }
      await db
        .insertInto('favourites')
        .values({ user_id: userId, key_id: keyId, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
  }
}

export type KeysRepository = ReturnType<typeof createKeysRepository>
