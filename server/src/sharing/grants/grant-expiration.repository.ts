import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { knownAtEnd } from './ended-periods.repository.ts'
import type { ShareRow } from './grants.repository.ts'
import { columns } from './grant-columns.ts'

export function createGrantExpiration(db: Db) {
  const live = () => db.selectFrom('shares').where('revoked_at', 'is', null)

  const expired = (now: Date) => live().where('expires_at', '<=', now)

  return {
    /** Ends shares that have expired, in batches. Answers those it ended. */
    async revokeExpired(now: Date, limit: number): Promise<ShareRow[]> {
      const due = await expired(now).select('id').orderBy('expires_at').limit(limit).forUpdate().skipLocked().execute()
      if (due.length === 0) return []
      return db
        .updateTable('shares')
        .set((share) => ({
          revoked_at: share.ref('expires_at'),
          ended_because: 'time' as const,
          // A key that was changed since then is no longer known as it was.
          ended_as: sql<string>`case when (select updated_at from named_keys keys where keys.id = shares.key_id) <= shares.expires_at then ${knownAtEnd} end`,
        }))
        .where(
          'id',
          'in',
          due.map(({ id }) => id),
        )
        .returning(columns)
        .execute()
    },
    /** Numbers of shares that `revokeExpired` would end, of their people, groups and keys, and some names. */
    async summariseExpired(now: Date, sampled: number): Promise<{ count: number; people: number; keys: number; sample: string[] }> {
      const [totals, names] = await Promise.all([
        expired(now)
          .select(({ fn, ref }) => [
            fn.countAll<number>().as('count'),
            fn
              .count<number>(fn.coalesce(ref('email_normalized'), sql<string>`recipient_id::text`, sql<string>`group_id::text`))
              .distinct()
              .as('people'),
            fn.count<number>('key_id').distinct().as('keys'),
          ])
          .executeTakeFirstOrThrow(),
        expired(now)
          .innerJoin('named_keys as keys', 'keys.id', 'shares.key_id')
          .select('keys.name')
          .distinct()
          .orderBy('keys.name')
          .limit(sampled)
          .execute(),
      ])
      return { ...totals, sample: names.map(({ name }) => name) }
    },
  }
}
