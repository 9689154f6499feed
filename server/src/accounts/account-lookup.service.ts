import { sameAddress, storedForms } from '@twofold/contract/email-address'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Account } from './account.ts'
import type { AccountsServiceDeps } from './accounts.service.ts'

export function createAccountLookup(deps: AccountsServiceDeps) {
  return {
    /** `db`: that of the open transaction, if there is one. */
    findByEmail: (email: string, db = deps.db): Promise<Account | undefined> => deps.accounts(db).findByEmail(storedForms(email)),
    find: (id: string): Promise<Account | undefined> => deps.accounts(deps.db).find(id),
    /** The active account that an e-mail was addressed to, if it still has that address. */
    async findAddressee(db: Db, { userId, email }: { userId: string | null; email: string }): Promise<Account | undefined> {
      const account = userId === null ? undefined : await deps.accounts(db).find(userId)
      return account?.is_active === true && sameAddress(account.email, email) ? account : undefined
    },
    async require(id: string): Promise<Account> {
      const account = await deps.accounts(deps.db).find(id)
      if (account === undefined) throw fail('auth.unauthenticated')
      return account
    },
  }
}
