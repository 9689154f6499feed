import type { Role } from '@twofold/contract/accounts'
import type { Db } from '../platform/database.ts'
import type { Account } from './account.ts'

export interface NewAccountRow {
  id: string
  name: string
  email: string
  email_normalized: string
  role: Role
  password_hash: string
  pin_hash: string | null
  admitted_at: Date | null
  email_verified_at: Date | null
  now: Date
}

const columns = ['id', 'name', 'email', 'role', 'is_active', 'password_hash', 'email_verified_at', 'admitted_at', 'created_at'] as const

export function createAccountsRepository(db: Db) {
  const live = () => db.selectFrom('users').where('deleted_at', 'is', null).select(columns)

  return {
    find: (id: string): Promise<Account | undefined> => live().where('id', '=', id).executeTakeFirst(),
    findByEmail: (normalized: string): Promise<Account | undefined> => live().where('email_normalized', '=', normalized).executeTakeFirst(),
    /** False: the address has an account already. */
    async put({ now, ...account }: NewAccountRow): Promise<boolean> {
      const inserted = await db
        .insertInto('users')
        .values({ ...account, created_at: now, updated_at: now })
        .onConflict((conflict) => conflict.column('email_normalized').doNothing())
        .executeTakeFirst()
      return inserted.numInsertedOrUpdatedRows === 1n
    },
    async putDataKey(userId: string, sealed: Buffer): Promise<void> {
      await db.insertInto('data_keys').values({ user_id: userId, sealed }).execute()
    },
    async setPasswordHash(id: string, hash: string, now: Date): Promise<void> {
      await db.updateTable('users').set({ password_hash: hash, updated_at: now }).where('id', '=', id).execute()
    },
    async setLastLogin(id: string, now: Date): Promise<void> {
      await db.updateTable('users').set({ last_login_at: now }).where('id', '=', id).execute()
    },
    async hasAdministrator(): Promise<boolean> {
      const found = await db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1).executeTakeFirst()
      return found !== undefined
    },
  }
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>
