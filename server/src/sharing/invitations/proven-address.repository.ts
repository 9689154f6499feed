import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Shares reach the account at once: its address is verified, or was accepted while verification was off; and nobody else may have proven it. */
export const hasProven = sql<boolean>`(
  not users.address_in_doubt and (users.email_verified_at is not null or users.admitted_at is not null))`

/**
 * Delivers restored shares whose address was proven meanwhile. `shareIds` is a subquery. Call it with the addresses locked (`lockAddress`), in the
 * transaction that restores the shares.
 */
export async function reachProven(db: Db, shareIds: RawBuilder<unknown>): Promise<void> {
  await sql`
    update shares set recipient_id = users.id from people users, named_keys keys
    where shares.id in (${shareIds}) and shares.recipient_id is null and users.email_normalized = shares.email_normalized
      and users.deleted_at is null and ${hasProven} and keys.id = shares.key_id and keys.owner_id <> users.id`.execute(db)
}
