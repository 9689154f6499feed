import type { KeyParameters } from '@twofold/contract/otpauth'
import type { Db } from '../platform/database.ts'

export interface NewKey extends Pick<KeyParameters, 'kind' | 'algorithm' | 'digits' | 'period' | 'counter'> {
  id: string
  owner_id: string
  name: string
  issuer: string | null
  account: string | null
  tags: string[]
  sites: string[]
  created_at: Date
  secret: Buffer
  note: Buffer | null
  /** Which picture it has. */
  icon: string | null
}

/** PostgreSQL takes 65,535 parameters in a statement. */
const rowsPerStatement = 500

export function createTransferRepository(db: Db) {
  return {
    /** Everything of the keys that a person owns, sealed: all, or those among `ids`. */
    listWhole(ownerId: string, ids?: readonly string[]) {
      return db
        .selectFrom('keys')
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
        .select(['id', 'name', 'kind', 'issuer', 'account', 'algorithm', 'digits', 'period', 'counter', 'tags', 'sites', 'secret', 'note'])
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    },
    async putAll(keys: readonly NewKey[]): Promise<void> {
      for (let at = 0; at < keys.length; at += rowsPerStatement) {
        const rows = keys.slice(at, at + rowsPerStatement).map((key) => ({ ...key, updated_at: key.created_at }))
        await db.insertInto('keys').values(rows).execute()
      }
    },
    async listFavourites(userId: string): Promise<Set<string>> {
      const rows = await db.selectFrom('favourites').where('user_id', '=', userId).select('key_id').execute()
      return new Set(rows.map(({ key_id: id }) => id))
    },
    async putFavourites(userId: string, keyIds: readonly string[], now: Date): Promise<void> {
      for (let at = 0; at < keyIds.length; at += rowsPerStatement) {
        const rows = keyIds.slice(at, at + rowsPerStatement).map((id) => ({ user_id: userId, key_id: id, created_at: now }))
        await db.insertInto('favourites').values(rows).execute()
      }
    },
    /**
     * Held until the transaction ends, so that the same file twice at once adds its keys once, and never too many. False: they are not
     * active any more.
     */
    async lockOwner(ownerId: string): Promise<boolean> {
      const owner = db.selectFrom('users').where('id', '=', ownerId).where('is_active', '=', true).select('id').forNoKeyUpdate()
      return (await owner.executeTakeFirst()) !== undefined
    },
    findDataKey: (userId: string) => db.selectFrom('data_keys').where('user_id', '=', userId).select('sealed').executeTakeFirstOrThrow(),
  }
}

export type TransferRepository = ReturnType<typeof createTransferRepository>
