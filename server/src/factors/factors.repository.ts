import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { findsRow } from '../platform/row-counts.ts'

export function createFactorsRepository(db: Db) {
  return {
    /** Everything that a sign-in needs, in one statement. */
    find: (userId: string) =>
      db
        .selectFrom('people as users')
        .leftJoin('login_totp', 'login_totp.user_id', 'users.id')
        .where('users.id', '=', userId)
        .select((row) => [
          'users.needs_proof',
          'login_totp.confirmed_at as totp_since',
          row.ref('users.has_password').$notNull().as('has_password'),
          row.ref('users.has_pin').$notNull().as('has_pin'),
          row
            .exists(row.selectFrom('passkeys').whereRef('passkeys.user_id', '=', 'users.id').select('passkeys.id'))
            .$castTo<boolean>()
            .as('has_passkey'),
          row
            .exists(
              row
                .selectFrom('recovery_codes')
                .whereRef('recovery_codes.user_id', '=', 'users.id')
                .where('recovery_codes.used_at', 'is', null)
                .where('recovery_codes.replaced_at', 'is', null)
                .select('recovery_codes.id'),
            )
            .$castTo<boolean>()
            .as('has_recovery_code'),
        ])
        .executeTakeFirstOrThrow(),
    /** Authenticator, passkeys and recovery codes. False: there were none. */
    async removeAll(userId: string, now: Date): Promise<boolean> {
      const { rows } = await sql<{ removed: number }>`
        with passkey as (delete from passkeys where user_id = ${userId} returning 1),
          totp as (delete from login_totp where user_id = ${userId} and confirmed_at is not null returning 1),
          codes as (update recovery_codes set replaced_at = ${now} where user_id = ${userId} and replaced_at is null)
        select (select count(*) from passkey) + (select count(*) from totp) as removed`.execute(db)
      return (rows[0]?.removed ?? 0) > 0
    },
    /** Whether the person can sign in with a password, or with a passkey or provider other than this one. */
    hasOtherWayIn: (userId: string, id: string): Promise<boolean> =>
      findsRow(
        db
          .selectFrom('people as users')
          .where('id', '=', userId)
          .where((row) =>
            row.or([
              row('has_password', '=', true),
              row.exists(
                row.selectFrom('passkeys').where('passkeys.user_id', '=', userId).where('passkeys.id', '<>', id).select('passkeys.id'),
              ),
              row.exists(
                row
                  .selectFrom('linked_identities')
                  .where('linked_identities.user_id', '=', userId)
                  .where('linked_identities.id', '<>', id)
                  .select('linked_identities.id'),
              ),
            ]),
          )
          .select('id'),
      ),
  }
}

export type FactorsRepository = ReturnType<typeof createFactorsRepository>
