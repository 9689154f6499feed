import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { OwnTokensRepository } from './own-tokens.repository.ts'
import type { ServiceAccountsRepository } from './service-accounts.repository.ts'

export interface RefusedTokensDeps {
  transaction: Transaction
  tokens: (db: Db) => Pick<OwnTokensRepository, 'noteRefused'>
  accounts: (db: Db) => Pick<ServiceAccountsRepository, 'findName' | 'listManagers'>
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

/** A token that is used outside of its networks may be stolen: its person, or the managers, are notified once a day. */
export function createRefusedTokens(deps: RefusedTokensDeps) {
  return (tokenId: string, address: string): Promise<void> =>
    deps.transaction(async (tx) => {
      const token = await deps.tokens(tx.db).noteRefused(tokenId, new Date(deps.clock.now()))
      if (token === undefined) return
      await tx.publish('token.refused', { token_id: tokenId })
      if (token.user_id !== null) {
        const detail = { name: token.name, address }
        await deps.activity.record(tx, { userId: token.user_id, kind: 'token_refused', detail, address })
        return
      }
      const accounts = deps.accounts(tx.db)
      const account = await accounts.findName(token.service_account_id ?? '')
      const detail = { name: account?.name ?? '', token: token.name, address }
      for (const manager of await accounts.listManagers(token.service_account_id ?? ''))
        await deps.activity.record(tx, { userId: manager.id, kind: 'service_account_token_refused', detail, address })
    })
}

export type NoteRefusedToken = ReturnType<typeof createRefusedTokens>
