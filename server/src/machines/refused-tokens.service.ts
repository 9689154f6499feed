import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import type { Transaction } from '../platform/transaction.ts'
import type { OwnTokensRepository } from './own-tokens.repository.ts'
import { notifyManagers, type TokenHoldersDeps } from './token-holders.service.ts'

export interface RefusedTokensDeps extends TokenHoldersDeps {
  transaction: Transaction
  tokens: (db: Db) => Pick<OwnTokensRepository, 'noteRefused'>
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
      await notifyManagers(deps, tx, token, { kind: 'service_account_token_refused', detail: { address }, address })
    })
}

export type NoteRefusedToken = ReturnType<typeof createRefusedTokens>
