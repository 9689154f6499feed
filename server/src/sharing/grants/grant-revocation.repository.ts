import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { knownAtEnd, restorable } from './ended-periods.repository.ts'
import type { ShareRow } from './grants.repository.ts'

export function createGrantRevocationRepository(db: Db) {
  /** Prefix of a statement that revokes live shares of a key; the caller adds which. */
  const revokeStanding = (keyId: string, now: Date) =>
    db.updateTable('shares').set({ revoked_at: now }).where('key_id', '=', keyId).where('revoked_at', 'is', null)

  return {
    async revoke(id: string, now: Date): Promise<void> {
      await db.updateTable('shares').set({ revoked_at: now }).where('id', '=', id).execute()
    },
    /** Ends it so that its person can ask for it again. */
    async revokeByOwner(id: string, now: Date): Promise<void> {
      const end = { revoked_at: now, ended_because: 'owner' as const, ended_as: knownAtEnd }
      await db.updateTable('shares').set(end).where('id', '=', id).execute()
    },
    /** Takes back that a share ended. Undefined: it cannot be given again (see `restorable`). */
    async revive(keyId: string, id: string, period: { since: Date; now: Date }): Promise<ShareRow | undefined> {
      // As a new share does: the recipient's account ends before this or after it, and then ends the share as well.
      const lockAddress = sql`
        select pg_advisory_xact_lock(hashtextextended('share:' || users.email_normalized, 0))
        from shares join people users on users.id = shares.recipient_id where shares.id = ${id}`
      const revived = sql<ShareRow>`
        update shares set revoked_at = null, ended_because = null, ended_as = null
        where id = ${id} and key_id = ${keyId} and ${restorable(period)}
        returning id, key_id, recipient_id, email, email_normalized, group_id, service_account_id, permission, created_at, expires_at`
      const [, { rows }] = await Promise.all([lockAddress.execute(db), revived.execute(db)])
      return rows[0]
    },
    /** Ends what was shared with the person alone. Answers whether any of it was still running. */
    async revokeDirect(keyId: string, userId: string, now: Date): Promise<boolean> {
      const revoked = await revokeStanding(keyId, now).where('recipient_id', '=', userId).returning('expires_at').execute()
      return revoked.some(({ expires_at: end }) => end === null || end > now)
    },
    /** The same for the new owner of the key, where nobody asks. */
    async revokeOwners(keyId: string, userId: string, now: Date): Promise<void> {
      await revokeStanding(keyId, now).where('recipient_id', '=', userId).execute()
    },
    /** Ends what waits for the address of an account. */
    async revokeWaiting(keyId: string, userId: string, now: Date): Promise<void> {
      await revokeStanding(keyId, now)
        .where('recipient_id', 'is', null)
        .where('email_normalized', '=', (share) => share.selectFrom('people as users').where('id', '=', userId).select('email_normalized'))
        .execute()
    },
    async revokeGroupShares(keyId: string, now: Date): Promise<void> {
      await revokeStanding(keyId, now).where('group_id', 'is not', null).execute()
    },
  }
}
