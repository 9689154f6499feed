import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

/** Shares reach the account at once: the address is verified, or the account was made while nobody had to; and nobody else may have proven it. */
export const hasProven = sql<boolean>`(
  not users.address_in_doubt and (users.email_verified_at is not null or users.admitted_at is not null))`

/**
 * Shares that waited for an address when they ended and stand again: whoever has proven it since has them from now on. The addresses are locked
 * (`lockAddress`), before the shares stand.
 */
export async function reachProven(db: Db, shareIds: readonly string[]): Promise<void> {
  await sql`
    update shares set recipient_id = users.id from people users, named_keys keys
    where shares.id = any(${shareIds}::uuid[]) and shares.recipient_id is null and users.email_normalized = shares.email_normalized
      and users.deleted_at is null and ${hasProven} and keys.id = shares.key_id and keys.owner_id <> users.id`.execute(db)
}
