import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ServiceAccountRow } from './service-accounts.repository.ts'
import type { ServiceAccountsDeps } from './service-accounts.service.ts'

export function createManagedAccounts(deps: ServiceAccountsDeps) {
  async function require(db: Db, user: Pick<Identity, 'id'>, id: string): Promise<ServiceAccountRow> {
    const row = await deps.accounts(db).find(user.id, id, deps.clock.date())
    if (row === undefined) throw fail('service_accounts.not_found')
    return row
  }

  /** The same, locked until the transaction ends. */
  async function lock(tx: Tx, user: Pick<Identity, 'id'>, id: string): Promise<ServiceAccountRow> {
    const [locked, account] = await Promise.all([deps.accounts(tx.db).lock(id), require(tx.db, user, id)])
    if (locked === undefined) throw fail('service_accounts.not_found')
    return account
  }

  return { require, lock }
}

export type ManagedAccounts = ReturnType<typeof createManagedAccounts>
