import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** Whether an account ever had a key that somebody else could reach in it. */
export const hasHadKeySql = (userId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from had_keys where had_keys.user_id = ${userId})`
