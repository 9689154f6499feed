import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** Data that enables somebody to make codes without us. */
export type WhatWasShown = 'secret' | 'backup_codes' | 'export'

export interface ShowingRow {
  id: string
  key_id: string
  user_id: string
  what: WhatWasShown
}

/** `time`: the database's clock, which rotations are written by as well: the order of the two decides who still knows a secret. */
export function createSecretShowingsRepository(db: Db, time: () => RawBuilder<Date>) {
  return {
    async put(row: ShowingRow): Promise<void> {
      await db
        .insertInto('secret_showings')
        .values({ ...row, shown_at: time() })
        .execute()
    },
    /** Keys that a person owns were shown to them at once. */
    async putOwn(ownerId: string, keyIds: readonly string[], what: WhatWasShown): Promise<void> {
      await sql`
        insert into secret_showings (id, key_id, user_id, what, shown_at)
        select gen_random_uuid(), id, owner_id, ${what}, ${time()} from keys
        where owner_id = ${ownerId} and id = any(${keyIds}::uuid[])`.execute(db)
    },
  }
}

export type SecretShowingsRepository = ReturnType<typeof createSecretShowingsRepository>
