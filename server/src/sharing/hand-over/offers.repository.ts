import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../../platform/retention.ts'
import { standingOffers } from '../invitations/standing-offers.repository.ts'

/** A key that its owner offers to somebody. */
export interface OfferRow {
  id: string
  key_id: string
  owner_id: string
  recipient_id: string | null
  /** As typed by the owner. */
  email: string
  email_normalized: string
  created_at: Date
  expires_at: Date
}

export interface ReceivedOffer {
  id: string
  key_id: string
  key_name: string
  issuer: string | null
  owner_id: string
  owner_name: string
  email: string
  created_at: Date
  expires_at: Date
}

const columns = ['id', 'key_id', 'owner_id', 'recipient_id', 'email', 'email_normalized', 'created_at', 'expires_at'] as const

export function createOffersRepository(db: Db) {
  const received = (userId: string, now: Date) =>
    standingOffers(db, now)
      .where('key_offers.recipient_id', '=', userId)
      .select([
        'key_offers.id',
        'key_offers.key_id',
        'keys.name as key_name',
        'keys.issuer',
        'users.id as owner_id',
        'users.name as owner_name',
        'key_offers.email',
        'key_offers.created_at',
        'key_offers.expires_at',
      ])

  return {
    findOf: (keyId: string, now: Date): Promise<OfferRow | undefined> =>
      db.selectFrom('key_offers').where('key_id', '=', keyId).where('expires_at', '>', now).select(columns).executeTakeFirst(),
    /** Replaces an existing offer. The caller has locked the key. */
    async put(offer: OfferRow): Promise<void> {
      const before = db.deleteFrom('key_offers').where('key_id', '=', offer.key_id)
      await Promise.all([before.execute(), db.insertInto('key_offers').values(offer).execute()])
    },
    async voidOf(keyId: string): Promise<void> {
      await db.deleteFrom('key_offers').where('key_id', '=', keyId).execute()
    },
    /** Answers what was removed. */
    removeOf: (keyId: string): Promise<OfferRow | undefined> =>
      db.deleteFrom('key_offers').where('key_id', '=', keyId).returning(columns).executeTakeFirst(),
    listReceived: (userId: string, now: Date): Promise<ReceivedOffer[]> =>
      received(userId, now).orderBy('key_offers.created_at').orderBy('key_offers.id').execute(),
    findReceived: (userId: string, id: string, now: Date): Promise<ReceivedOffer | undefined> =>
      received(userId, now).where('key_offers.id', '=', id).executeTakeFirst(),
    /** Locks in the order of ids, so that two people who hand keys to each other cannot deadlock. Answers those who are active. */
    async lockPeople(ids: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string; is_active: boolean }>`
        select id, is_active from people users where id = any(${ids}::uuid[]) order by id for no key update`.execute(db)
      return rows.flatMap((user) => (user.is_active ? [user.id] : []))
    },
    removable: (until: Date): RetentionTask[] => [rowsUntil({ table: 'key_offers', column: 'expires_at', until })],
  }
}

export type OffersRepository = ReturnType<typeof createOffersRepository>
