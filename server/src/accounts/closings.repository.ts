import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { changesRow } from '../platform/row-counts.ts'

/** Stored state of closed accounts. The noun trust decides it. */
export function createClosingsRepository(db: Db) {
  return {
    /** Shares to the address wait until it is proven, or until their owner confirms the person. */
    async doubtAddress(userId: string): Promise<void> {
      await db.updateTable('users').set({ address_in_doubt: true }).where('id', '=', userId).execute()
    },
    async holdClosed(userId: string, until: Date): Promise<void> {
      await sql`
        update users set codes_closed_until = greatest(codes_closed_until, ${until}::timestamptz),
          secrets_closed_until = greatest(secrets_closed_until, ${until}::timestamptz)
        where id = ${userId} and codes_closed_until is not null`.execute(db)
    },
    /** Never shortens an existing closure. */
    async closeSecrets(userId: string, until: Date): Promise<void> {
      await sql`
        update users set secrets_closed_until = greatest(secrets_closed_until, ${until}::timestamptz)
        where id = ${userId}`.execute(db)
    },
    /**
     * The same for everything. The start of a closure stays: a credential chosen after the first of two acts is no proof after the second. `codes`
     * null: the account never had a key, so shares to it wait from now on.
     */
    async close(userId: string, now: Date, until: { secrets: Date; codes: Date | null }): Promise<void> {
      await sql`
        update users set needs_proof = true,
          closed_at = case
            when stopped_at is not null or greatest(codes_closed_until, secrets_closed_until) > ${now}::timestamptz
              then coalesce(closed_at, ${now}::timestamptz)
            else ${now}::timestamptz end,
          secrets_closed_until = greatest(secrets_closed_until, ${until.secrets}::timestamptz),
          codes_closed_until = greatest(codes_closed_until, ${until.codes}::timestamptz),
          address_in_doubt = address_in_doubt or ${until.codes === null}
        where id = ${userId}`.execute(db)
    },
    /** False: there is nothing to stop. */
    stop: (userId: string, now: Date): Promise<boolean> =>
      changesRow(
        db
          .updateTable('users')
          .set({ stopped_at: now })
          .where('id', '=', userId)
          .where('deleted_at', 'is', null)
          .where('closed_at', 'is not', null)
          .where((user) => user.or([user('stopped_at', 'is not', null), user('codes_closed_until', '>', now)])),
      ),
    /** `secretsToo`: a second administrator vouches for the person, so nothing stays closed. */
    async recordProof(userId: string, { secretsToo }: { secretsToo: boolean }): Promise<void> {
      await db
        .updateTable('users')
        .set({
          needs_proof: false,
          codes_closed_until: null,
          closed_at: null,
          stopped_at: null,
          ...(secretsToo ? { secrets_closed_until: null } : {}),
        })
        .where('id', '=', userId)
        .where((user) =>
          user.or([
            user('needs_proof', '=', true),
            user('codes_closed_until', 'is not', null),
            user('stopped_at', 'is not', null),
            ...(secretsToo ? [user('secrets_closed_until', 'is not', null)] : []),
          ]),
        )
        .execute()
    },
  }
}
