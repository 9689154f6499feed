import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** Whether an account ever held a key that an intruder could reach. */
export const hasHadKeySql = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from had_keys where had_keys.user_id = ${userId})`

/** Whether any account has something to protect. */
export const hasAnyKey = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('named_keys').select('id').limit(1).executeTakeFirst()) !== undefined
