import type { Role } from '@twofold/contract/accounts'
import type { Db } from '../platform/database.ts'
import type { Account } from './account.ts'
import { createAccountCredentials } from './account-credentials.repository.ts'
import { changesRow, findsRow } from '../platform/row-counts.ts'

export interface NewAccountRow {
  id: string
  name: string
  email: string
  email_normalized: string
  role: Role
  password_hash: string | null
  pin_hash: string | null
  admitted_at: Date | null
  email_verified_at: Date | null
  language: string | null
  now: Date
}

export const accountColumns = [
  'id',
  'name',
  'email',
  'role',
  'is_active',
  'password_hash',
  'email_verified_at',
  'admitted_at',
  'address_in_doubt',
  'last_login_at',
  'must_change_password',
  'closed_at',
  'created_at',
  'page_language',
] as const

export function createAccountsRepository(db: Db) {
  const live = () => db.selectFrom('users').where('deleted_at', 'is', null).select(accountColumns)

  return {
    ...createAccountCredentials(db),
    find: (id: string): Promise<Account | undefined> => live().where('id', '=', id).executeTakeFirst(),
    /** The same, locked until the transaction ends. */
    lock: (id: string): Promise<Account | undefined> => live().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** `forms`: the forms under which the address may be stored, the one to prefer first. */
    findByEmail: (forms: readonly string[]): Promise<Account | undefined> =>
      live()
        .where('email_normalized', 'in', forms)
        .orderBy((account) => account('email_normalized', '=', forms[0] ?? ''), 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** False: the address has an account already. */
    put: ({ now, ...account }: NewAccountRow): Promise<boolean> =>
      changesRow(
        db
          .insertInto('users')
          .values({ ...account, created_at: now, updated_at: now })
          .onConflict((conflict) => conflict.column('email_normalized').where('deleted_at', 'is', null).doNothing()),
      ),
    async listMailLanguages(): Promise<string[]> {
      const rows = await db.selectFrom('mail_translations').select('language').distinct().orderBy('language').execute()
      return rows.map(({ language }) => language)
    },
    /** Records a sign-in, and starts the grace period for a second factor if one is due. */
    async recordLogin(id: string, now: Date, factorDueAt: Date | null): Promise<void> {
      await db
        .updateTable('users')
        // A running grace period continues: another sign-in does not restart it.
        .set((user) => ({
          last_login_at: now,
          ...(factorDueAt && { second_factor_due_at: user.fn.coalesce('second_factor_due_at', user.val(factorDueAt)) }),
        }))
        .where('id', '=', id)
        .execute()
    },
    /** Locks the account. False: it is no longer active, or its password has changed. */
    lockUnchanged: (id: string, passwordHash: string | null): Promise<boolean> =>
      findsRow(
        live()
          .where('id', '=', id)
          .where('is_active', '=', true)
          .where('password_hash', 'is not distinct from', passwordHash)
          .forNoKeyUpdate(),
      ),
    async listActiveAdministrators(): Promise<string[]> {
      const rows = await live().where('role', '=', 'admin').where('is_active', '=', true).execute()
      return rows.map(({ id }) => id)
    },
    /**
     * Locks the active administrators and `concerned` until the transaction ends, so that of two who leave at once the second sees that the first is
     * gone. One statement, in the order of ids, the same order as when two people hand over keys to each other.
     */
    async lockActiveAdministrators(concerned: string): Promise<string[]> {
      const rows = await live()
        .where((user) => user.or([user.and([user('role', '=', 'admin'), user('is_active', '=', true)]), user('id', '=', concerned)]))
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
      return rows.filter((user) => user.role === 'admin' && user.is_active).map(({ id }) => id)
    },
    hasAdministrator: (): Promise<boolean> => findsRow(db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1)),
  }
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>
