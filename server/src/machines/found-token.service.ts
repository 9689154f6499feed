import { kindOfProgramToken } from '../platform/crypto/program-token.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import type { TokensRepository } from './tokens.repository.ts'
import { notifyManagers, type TokenHoldersDeps } from './token-holders.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface FoundTokenDeps extends TokenHoldersDeps, Pick<ServiceDeps, 'clock' | 'transaction'> {
  tokens: (db: Db) => Pick<TokensRepository, 'revokeFound'>
}

/** Any holder of a token may end it: a scanner, a colleague, somebody who saw it in a log. */
export function createFoundTokenService(deps: FoundTokenDeps) {
  return {
    /** Answers the same for what is no token, so that it tells nothing about which there are. */
    async revoke(text: string, isLeaked: boolean, address: string): Promise<void> {
      if (kindOfProgramToken(text) === undefined) return
      await deps.transaction(async (tx) => {
        const because = isLeaked ? 'leaked' : 'found'
        const token = await deps.tokens(tx.db).revokeFound(hashToken(text), because, deps.clock.date())
        if (token === undefined) return
        await tx.publish(isLeaked ? 'token.leaked' : 'token.revoked', { token_id: token.id })
        if (token.user_id !== null) {
          // A program signs itself out this way.
          const isLeaving = token.kind === 'cli' && !isLeaked
          const kind = isLeaving ? 'device_ended' : isLeaked ? 'token_leaked' : 'token_found'
          const detail = isLeaving ? { device: token.name } : { name: token.name }
          await deps.activity.record(tx, { userId: token.user_id, kind, detail, address })
          return
        }
        const kind = isLeaked ? 'service_account_token_leaked' : 'service_account_token_found'
        await notifyManagers(deps, tx, token, { kind, address })
      })
    },
  }
}

export type FoundTokenService = ReturnType<typeof createFoundTokenService>
