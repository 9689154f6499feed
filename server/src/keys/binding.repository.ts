import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { BoundKey } from './secret-place.ts'

export interface UnboundKey extends BoundKey {
  secret: Buffer
  data_key: Buffer
}

/** Secrets that were sealed before their parameters were bound to them (format 1 of `platform/crypto/sealed-value.ts`), by the index `keys_unbound`. */
export function createBindingRepository(db: Db) {
  return {
    /** By id, after `after`. */
    list(after: string | undefined, limit: number): Promise<UnboundKey[]> {
      return db
        .selectFrom('keys')
        .innerJoin('data_keys', 'data_keys.user_id', 'keys.owner_id')
        .where(sql<boolean>`get_byte(keys.secret, 0) = 1`)
        .$if(after !== undefined, (keys) => keys.where('keys.id', '>', after ?? ''))
        .select(['keys.id', 'keys.owner_id', 'keys.kind', 'keys.algorithm', 'keys.digits', 'keys.period', 'keys.secret'])
        .select('data_keys.sealed as data_key')
        .orderBy('keys.id')
        .limit(limit)
        .$narrowType<Pick<BoundKey, 'kind' | 'algorithm'>>()
        .execute()
    },
    /** Writes only what is still as it was read, parameters included. */
    async replace(key: UnboundKey, secret: Buffer): Promise<void> {
      await db
        .updateTable('keys')
        .set({ secret })
        .where('id', '=', key.id)
        .where('secret', '=', key.secret)
        .where('algorithm', '=', key.algorithm)
        .where('digits', '=', key.digits)
        .where(sql<boolean>`period is not distinct from ${key.period}`)
        .execute()
    },
  }
}

export type BindingRepository = ReturnType<typeof createBindingRepository>
