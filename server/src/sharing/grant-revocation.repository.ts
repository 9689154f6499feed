import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { lasts } from '../platform/lasts.ts'
import { knownAtEnd } from './ended-periods.repository.ts'
import type { ShareRow } from './grants.repository.ts'

/** Revokes and restores shares. */
export function createGrantRevocationRepository(db: Db) {
  /** The beginning of a statement about the shares of a key that stand; who calls says which of them. */
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
    /** Takes back that a share ended, after `since`. Undefined: it has not, its time is over, its person is deleted or owns the key, its group is not the owner's, or the key is shared with them again. */
    async revive(keyId: string, id: string, { since, now }: { since: Date; now: Date }): Promise<ShareRow | undefined> {
      const { rows } = await sql<ShareRow>`
        update shares set revoked_at = null, ended_because = null, ended_as = null
        where id = ${id} and key_id = ${keyId} and revoked_at >= ${since} and ${lasts(now)}
          and (recipient_id is null or exists (select from users where users.id = recipient_id and users.deleted_at is null))
          and exists (select from keys where keys.id = shares.key_id and shares.recipient_id is distinct from keys.owner_id
            and (shares.group_id is null or exists (select from groups where groups.id = shares.group_id and groups.owner_id = keys.owner_id)))
          and not exists (
            select from shares others where others.key_id = shares.key_id and others.revoked_at is null
              and (others.email_normalized = shares.email_normalized or others.recipient_id = shares.recipient_id or others.group_id = shares.group_id
                or others.service_account_id = shares.service_account_id)
          )
        returning id, key_id, recipient_id, email, email_normalized, group_id, service_account_id, permission, created_at, expires_at`.execute(
        db,
      )
      return rows[0]
    },
    /** Ends what was shared with the person alone. Answers whether any of it was still running. */
    async revokeDirect(keyId: string, userId: string, now: Date): Promise<boolean> {
      const revoked = await revokeStanding(keyId, now).where('recipient_id', '=', userId).returning('expires_at').execute()
      return revoked.some(({ expires_at: end }) => end === null || end > now)
    },
    /** Ends what waits for the address of an account. */
    async revokeWaiting(keyId: string, userId: string, now: Date): Promise<void> {
      await revokeStanding(keyId, now)
        .where('recipient_id', 'is', null)
        .where('email_normalized', '=', (share) => share.selectFrom('users').where('id', '=', userId).select('email_normalized'))
        .execute()
    },
    async revokeGroupShares(keyId: string, now: Date): Promise<void> {
      await revokeStanding(keyId, now).where('group_id', 'is not', null).execute()
    },
  }
}
