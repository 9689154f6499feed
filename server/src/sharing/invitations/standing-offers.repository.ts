import type { Db } from '../../platform/database.ts'

/** Only while the key still belongs to an active offerer: otherwise a leaver plan decides about it. */
export const standingOffers = (db: Db, now: Date) =>
  db
    .selectFrom('key_offers')
    .innerJoin('named_keys as keys', (join) =>
      join.onRef('keys.id', '=', 'key_offers.key_id').onRef('keys.owner_id', '=', 'key_offers.owner_id'),
    )
    .innerJoin('people as users', 'users.id', 'key_offers.owner_id')
    .where('key_offers.expires_at', '>', now)
    .where('keys.deleted_at', 'is', null)
    .where('users.is_active', '=', true)
