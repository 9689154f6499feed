import type { ActivityKind } from '@twofold/contract/activity-kinds'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ServiceAccountsRepository } from './service-accounts.repository.ts'

export interface KeyOwnersDeps {
  accounts: (db: Db) => Pick<ServiceAccountsRepository, 'listShares'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

/** Anyone who opens a way to a service account can get codes of its keys, so the keys' owners are notified. */
export function createKeyOwners(deps: KeyOwnersDeps) {
  return async (tx: Tx, user: Identity, account: { id: string; name: string }, kind: ActivityKind): Promise<void> => {
    const shares = (await deps.accounts(tx.db).listShares(account.id, deps.clock.date())).filter((share) => share.accepted_at !== null)
    for (const [owner, owned] of Map.groupBy(shares, (share) => share.owner_id)) {
      if (owner === user.id) continue
      const detail = { name: account.name, by: user.name, keys: owned.map((share) => share.key_name).join(', ') }
      const actor = { id: user.id, name: user.name }
      await deps.activity.record(tx, { userId: owner, kind, actor, detail })
    }
  }
}

export type NotifyKeyOwners = ReturnType<typeof createKeyOwners>
