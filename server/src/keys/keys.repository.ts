import type { HashAlgorithm, KeyKind } from '@twofold/contract/keys'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

export interface KeyRow {
  id: string
  name: string
  kind: KeyKind
  issuer: string | null
  account: string | null
  algorithm: HashAlgorithm
  digits: number
  period: number | null
  counter: number | null
  tags: string[]
  favourite: boolean
  created_at: Date
}

export interface NewKeyRow extends KeyRow {
  owner_id: string
  secret: Buffer
  note: Buffer | null
}

/** What a list shows of a key: never the secret. */
const listed = [
  'keys.id',
  'keys.name',
  'keys.kind',
  'keys.issuer',
  'keys.account',
  'keys.algorithm',
  'keys.digits',
  'keys.period',
  'keys.counter',
  'keys.tags',
  'keys.favourite',
  'keys.created_at',
] as const

export function createKeysRepository(db: Db) {
  return {
    listOwn(ownerId: string) {
      return db
        .selectFrom('keys')
        .where('keys.owner_id', '=', ownerId)
        .where('keys.deleted_at', 'is', null)
        .select(listed)
        .orderBy('keys.created_at')
        .orderBy('keys.id')
        .execute()
    },
    async countOf(ownerId: string): Promise<number> {
      const { count } = await db
        .selectFrom('keys')
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },
    async put(key: NewKeyRow): Promise<void> {
      await db
        .insertInto('keys')
        .values({ ...key, updated_at: key.created_at })
        .execute()
    },
    findDataKey: (userId: string) => db.selectFrom('data_keys').where('user_id', '=', userId).select('sealed').executeTakeFirst(),
    /** Out of sight at once; the row is removed later, so that a deletion can be undone for a moment. Undefined: not there, or not theirs. */
    markDeleted(ownerId: string, id: string, now: Date) {
      return db
        .updateTable('keys')
        .set({ deleted_at: now, updated_at: now })
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .returning(['name', 'issuer'])
        .executeTakeFirst()
    },
    async removeDeletedBefore(time: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('keys').where('deleted_at', '<=', time).executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    /** Held until the transaction ends, so that two additions at once cannot both be the last one allowed. */
    async lockOwner(ownerId: string): Promise<void> {
      await sql`select 1 from users where id = ${ownerId} for no key update`.execute(db)
    },
  }
}

export type KeysRepository = ReturnType<typeof createKeysRepository>
