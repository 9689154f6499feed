import type { ActivityKind } from '@twofold/contract/activity-kinds'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ServiceAccountsRepository } from './service-accounts.repository.ts'

export interface TokenHoldersDeps {
  accounts: (db: Db) => Pick<ServiceAccountsRepository, 'findName' | 'listManagers'>
  activity: Pick<ActivityService, 'record'>
}

/** Records what happened to the token of a service account with each of its managers. */
export async function notifyManagers(
  deps: TokenHoldersDeps,
  tx: Tx,
  token: { name: string; service_account_id: string | null },
  { kind, detail, address }: { kind: ActivityKind; detail?: Record<string, string>; address: string },
): Promise<void> {
  const accounts = deps.accounts(tx.db)
  const id = token.service_account_id ?? ''
  const account = await accounts.findName(id)
  const facts = { name: account?.name ?? '', token: token.name, ...detail }
  for (const manager of await accounts.listManagers(id))
    await deps.activity.record(tx, { userId: manager.id, kind, detail: facts, address })
}
