import { sealedNames } from '@twofold/contract/sealed-fields'
import type { Db } from '../platform/database.ts'
import { writtenColumns } from '../platform/listed-key.ts'

export function createTransferRepository(db: Db) {
  return {
    /** Everything of the keys that a person owns, sealed: all, or those among `ids`. */
    listWhole(ownerId: string, ids?: readonly string[]) {
      return db
        .selectFrom('sealed_keys as keys')
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .select([...writtenColumns, 'secret', ...sealedNames])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    },
    async listFavourites(userId: string): Promise<Set<string>> {
      const rows = await db.selectFrom('favorite_keys').where('user_id', '=', userId).select('key_id').execute()
      return new Set(rows.map(({ key_id: id }) => id))
    },
    /**
     * Locks the owner until the transaction ends, so that a file imported twice at once adds its keys once, and never exceeds the limit. False: they
     * are no longer active.
     */
    async lockOwner(ownerId: string): Promise<boolean> {
      const owner = db.selectFrom('people as users').where('id', '=', ownerId).where('is_active', '=', true).select('id').forNoKeyUpdate()
      return (await owner.executeTakeFirst()) !== undefined
    },
  }
}

export type TransferRepository = ReturnType<typeof createTransferRepository>
