import type { Db } from '../platform/database.ts'

export interface NewShareRow {
  id: string
  key_id: string
  recipient_id: string
  permission: 'admin' | 'view'
  granted_by: string
  created_at: Date
  expires_at: Date | null
}

export function createSharingRepository(db: Db) {
  return {
    /** Sharing again changes level and end of the live share. */
    async put(share: NewShareRow): Promise<void> {
      await db
        .insertInto('shares')
        .values(share)
        .onConflict((conflict) =>
          conflict
            .columns(['key_id', 'recipient_id'])
            .where('revoked_at', 'is', null)
            .doUpdateSet({ permission: share.permission, expires_at: share.expires_at }),
        )
        .execute()
    },
    /** Keys that others share with `userId` and that are live now. */
    findLiveFor(userId: string, now: Date) {
      return db
        .selectFrom('live_shares')
        .innerJoin('keys', 'keys.id', 'live_shares.key_id')
        .where('live_shares.recipient_id', '=', userId)
        .where((share) => share.or([share('live_shares.expires_at', 'is', null), share('live_shares.expires_at', '>', now)]))
        .select([
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
          'live_shares.permission',
          'live_shares.owner_name',
          'live_shares.expires_at',
        ])
        .orderBy('keys.created_at')
        .orderBy('keys.id')
        .execute()
    },
    /** How many people each key of `ownerId` is shared with now; keys that are not shared are missing. */
    async countRecipients(ownerId: string, now: Date): Promise<Map<string, number>> {
      const counts = await db
        .selectFrom('live_shares')
        .where('owner_id', '=', ownerId)
        .where((share) => share.or([share('expires_at', 'is', null), share('expires_at', '>', now)]))
        .groupBy('key_id')
        .select(['key_id', ({ fn }) => fn.countAll<number>().as('people')])
        .execute()
      return new Map(counts.map(({ key_id, people }) => [key_id, people]))
    },
  }
}

export type SharingRepository = ReturnType<typeof createSharingRepository>
