import { fail } from '../platform/fail.ts'
import type { Tx } from '../platform/transaction.ts'
import type { AccountsServiceDeps } from './accounts.service.ts'

/** Makes sure that at least one administrator is left. */
export function createLastAdministrator(deps: AccountsServiceDeps) {
  return {
    /** Call it before an administrator is demoted, deactivated or deleted, in the same transaction. */
    async requireAnotherAdministrator(tx: Pick<Tx, 'db'>, id: string): Promise<void> {
      const administrators = await deps.accounts(tx.db).lockActiveAdministrators(id)
      if (administrators.length === 1 && administrators[0] === id) throw fail('accounts.last_administrator')
    },
    /** Call it before an act on `concerned`. */
    async requireStillAdministrator(tx: Pick<Tx, 'db'>, id: string, concerned: string): Promise<void> {
      const administrators = await deps.accounts(tx.db).lockActiveAdministrators(concerned)
      if (!administrators.includes(id)) throw fail('auth.no_longer_administrator')
    },
    hasAdministrator: () => deps.accounts(deps.db).hasAdministrator(),
  }
}
