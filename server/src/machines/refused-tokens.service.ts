import type { Db } from '../platform/database.ts'
import type { TokensRepository } from './tokens.repository.ts'
import { notifyManagers, type TokenHoldersDeps } from './token-holders.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface RefusedTokensDeps extends TokenHoldersDeps, Pick<ServiceDeps, 'clock' | 'transaction'> {
  tokens: (db: Db) => Pick<TokensRepository, 'noteRefused'>
}

/** The restriction that the call violated. */
export type RefusedBecause = 'network' | 'key'

const kinds = {
  network: { person: 'token_refused', managers: 'service_account_token_refused' },
  key: { person: 'token_key_refused', managers: 'service_account_token_key_refused' },
} as const

/** A token that is used outside of its networks or its keys may be stolen: its person, or the managers, are notified once a day. */
export function createRefusedTokens(deps: RefusedTokensDeps) {
  return (tokenId: string, address: string, because: RefusedBecause): Promise<void> =>
    deps.transaction(async (tx) => {
      const token = await deps.tokens(tx.db).noteRefused(tokenId, deps.clock.date())
      if (token === undefined) return
      await tx.publish('token.refused', { token_id: tokenId })
      if (token.user_id !== null) {
        const detail = { name: token.name, address }
        await deps.activity.record(tx, { userId: token.user_id, kind: kinds[because].person, detail, address })
        return
      }
      await notifyManagers(deps, tx, token, { kind: kinds[because].managers, detail: { address }, address })
    })
}

export type NoteRefusedToken = ReturnType<typeof createRefusedTokens>
