import type { CallResponse } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { ServiceAccountShare, listServiceAccountShares } from '@twofold/contract/service-accounts'
import { fail } from '../platform/fail.ts'
import type { Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { ServiceShareRow } from './service-accounts.repository.ts'
import type { ServiceAccountsDeps } from './service-accounts.service.ts'
import type { ManagedAccounts } from './managed-accounts.service.ts'

const presentShare = (row: ServiceShareRow): ServiceAccountShare => ({
  id: row.id,
  key: { id: row.key_id, name: row.key_name, owner: { name: row.owner_name } },
  approval: row.approval,
  four_eyes: row.four_eyes,
  is_accepted: row.accepted_at !== null,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
})

export function createServiceShares(deps: ServiceAccountsDeps, { require, lock }: ManagedAccounts) {
  async function lockShare(tx: Tx, user: Identity, id: string, shareId: string) {
    const account = await lock(tx, user, id)
    const share = (await deps.accounts(tx.db).listShares(id, deps.clock.date())).find((one) => one.id === shareId)
    if (share === undefined) throw fail('service_accounts.share_not_found')
    return { account, share }
  }

  return {
    async listShares(user: Identity, id: string): Promise<CallResponse<typeof listServiceAccountShares>> {
      await require(deps.db, user, id)
      return { data: (await deps.accounts(deps.db).listShares(id, deps.clock.date())).map(presentShare) }
    },
    /** Once more changes nothing. */
    accept(user: Identity, id: string, shareId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { account, share } = await lockShare(tx, user, id, shareId)
        if (share.accepted_at === null) {
          await deps.programShares.accept(tx.db, shareId, deps.clock.date())
          await tx.publish('service_account.changed', { service_account_id: id })
          const detail = { name: account.name, key: share.key_name }
          await deps.activity.record(tx, { userId: user.id, kind: 'service_account_key_accepted', detail })
        }
        return say('service_account.key_accepted', { name: account.name, key: share.key_name })
      })
    },
    /** Declines a waiting key, or gives an accepted one back: its owner is notified that the share has ended. */
    decline(user: Identity, id: string, shareId: string): Promise<Said> {
      return deps.transaction(async (tx) => {
        const { account, share } = await lockShare(tx, user, id, shareId)
        const shownName = await deps.programShares.findShownName(tx.db, shareId)
        await deps.programShares.end(tx.db, shareId, deps.clock.date())
        await tx.publish('service_account.changed', { service_account_id: id })
        const facts = { name: share.key_name, with: shownName }
        const actor = { id: user.id, name: user.name }
        if (share.owner_id !== user.id)
          await deps.activity.record(tx, { userId: share.owner_id, kind: 'share_revoked', actor, detail: facts })
        const detail = { name: account.name, key: share.key_name }
        await deps.activity.record(tx, { userId: user.id, kind: 'service_account_key_declined', detail })
        return say('service_account.key_declined', { name: account.name, key: share.key_name })
      })
    },
  }
}
