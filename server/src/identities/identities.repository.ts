import type { IdentityProvider } from '@twofold/contract/accounts'
import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { changesRow, findsRow } from '../platform/row-counts.ts'

export interface AttemptRow {
  state_hash: Buffer
  provider: IdentityProvider
  nonce: string
  code_verifier: string
  /** The person who connects; null: a sign-in. */
  user_id: string | null
  browser_hash: Buffer
  remember: boolean
  expires_at: Date
}

export interface IdentityRow {
  id: string
  user_id: string
  provider: string
  issuer: string
  subject: string
  email: string | null
  created_at: Date
  last_used_at: Date | null
}

export function createIdentitiesRepository(db: Db) {
  return {
    async putAttempt(attempt: AttemptRow): Promise<void> {
      await db.insertInto('oidc_attempts').values(attempt).execute()
    },
    /** Takes it for good: of many calls at once one gets it. Undefined also when any of what it is bound to differs. */
    takeAttempt: (of: Pick<AttemptRow, 'state_hash' | 'provider' | 'user_id' | 'browser_hash'>, now: Date) =>
      db
        .deleteFrom('oidc_attempts')
        .where('state_hash', '=', of.state_hash)
        .where('provider', '=', of.provider)
        .where('browser_hash', '=', of.browser_hash)
        .where('user_id', 'is not distinct from', of.user_id)
        .where('expires_at', '>', now)
        .returning(['nonce', 'code_verifier', 'remember'])
        .executeTakeFirst(),
    removableAttempts: (until: Date): RetentionTask[] => [rowsUntil({ table: 'oidc_attempts', column: 'expires_at', until })],

    /** For an account whose address was never proven or used: somebody else may have created it. */
    async removeUnproven(userId: string): Promise<void> {
      await db
        .deleteFrom('identities')
        .where('user_id', '=', (user) =>
          user
            .selectFrom('people as users')
            .where('users.id', '=', userId)
            .where('email_verified_at', 'is', null)
            .where('admitted_at', 'is', null)
            .select('users.id'),
        )
        .execute()
    },
    find: (issuer: string, subject: string): Promise<IdentityRow | undefined> =>
      db
        .selectFrom('identities')
        .innerJoin('people as users', (join) => join.onRef('users.id', '=', 'identities.user_id').on('users.deleted_at', 'is', null))
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .selectAll('identities')
        .executeTakeFirst(),
    listOf: (userId: string): Promise<IdentityRow[]> =>
      db.selectFrom('identities').where('user_id', '=', userId).selectAll().orderBy('created_at').orderBy('id').execute(),
    /** False: somebody has it already. Deleting an account frees its identities, like its address. */
    async put(identity: IdentityRow): Promise<boolean> {
      await db
        .deleteFrom('identities')
        .where('issuer', '=', identity.issuer)
        .where('subject', '=', identity.subject)
        .where('user_id', 'in', (row) => row.selectFrom('people as users').where('deleted_at', 'is not', null).select('id'))
        .execute()
      return changesRow(
        db
          .insertInto('identities')
          .values(identity)
          .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing()),
      )
    },
    /** Locks it until the transaction ends. False: it was disconnected meanwhile. */
    lock: (id: string): Promise<boolean> => findsRow(db.selectFrom('identities').where('id', '=', id).select('id').forNoKeyUpdate()),
    /** Of a locked one. */
    async recordUse(id: string, email: string | null, now: Date): Promise<void> {
      await db.updateTable('identities').set({ email, last_used_at: now }).where('id', '=', id).execute()
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('identities').where('id', '=', id).execute()
    },
  }
}

export type IdentitiesRepository = ReturnType<typeof createIdentitiesRepository>
