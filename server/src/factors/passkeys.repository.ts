import type { Db } from '../platform/database.ts'
import { type RetentionTask, rowsUntil } from '../platform/retention.ts'
import { changesRow, findsRow } from '../platform/row-counts.ts'

export interface PasskeyRow {
  id: string
  user_id: string
  name: string
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  is_backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

export interface ChallengeRow {
  id: string
  /** Null: the answer identifies the user. */
  user_id: string | null
  purpose: 'register' | 'sign_in' | 'second_step'
  challenge: string
  expires_at: Date
}

const columns = [
  'id',
  'user_id',
  'name',
  'credential_id',
  'public_key',
  'counter',
  'transports',
  'is_backed_up',
  'created_at',
  'last_used_at',
] as const

export function createPasskeysRepository(db: Db) {
  return {
    list: (userId: string): Promise<PasskeyRow[]> =>
      db.selectFrom('passkeys').where('user_id', '=', userId).select(columns).orderBy('created_at').orderBy('id').execute(),
    findByCredential: (credentialId: string): Promise<PasskeyRow | undefined> =>
      db.selectFrom('passkeys').where('credential_id', '=', credentialId).select(columns).executeTakeFirst(),
    /** False: the credential is somebody's already. */
    put: (passkey: PasskeyRow): Promise<boolean> =>
      changesRow(
        db
          .insertInto('passkeys')
          .values(passkey)
          .onConflict((conflict) => conflict.column('credential_id').doNothing()),
      ),
    rename: (userId: string, id: string, name: string): Promise<PasskeyRow | undefined> =>
      db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).returning(columns).executeTakeFirst(),
    async remove(id: string): Promise<void> {
      await db.deleteFrom('passkeys').where('id', '=', id).execute()
    },
    /** Locks it until the transaction ends. False: it was removed, or used by another request since it was read. */
    lockUnused: (passkey: PasskeyRow): Promise<boolean> =>
      findsRow(db.selectFrom('passkeys').where('id', '=', passkey.id).where('counter', '=', passkey.counter).select('id').forNoKeyUpdate()),
    /** Of a locked one. */
    async recordUse(id: string, counter: number, isBackedUp: boolean, now: Date): Promise<void> {
      await db.updateTable('passkeys').set({ counter, is_backed_up: isBackedUp, last_used_at: now }).where('id', '=', id).execute()
    },

    async putChallenge(challenge: ChallengeRow): Promise<void> {
      await db.insertInto('webauthn_challenges').values(challenge).execute()
    },
    /** Takes it for good, whatever the answer is worth. */
    takeChallenge: (
      id: string,
      purpose: ChallengeRow['purpose'],
      userId: string | null,
      now: Date,
    ): Promise<{ challenge: string } | undefined> =>
      db
        .deleteFrom('webauthn_challenges')
        .where('id', '=', id)
        .where('purpose', '=', purpose)
        .where('user_id', 'is not distinct from', userId)
        .where('expires_at', '>', now)
        .returning('challenge')
        .executeTakeFirst(),
    removableChallenges: (until: Date): RetentionTask[] => [rowsUntil({ table: 'webauthn_challenges', column: 'expires_at', until })],
  }
}

export type PasskeysRepository = ReturnType<typeof createPasskeysRepository>
