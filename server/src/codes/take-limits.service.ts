import { tokenLimits } from '@twofold/contract/tokens'
import type { Db } from '../platform/database.ts'
import { fail } from '../platform/fail.ts'
import type { TakingTokens } from './take-authorization.service.ts'
import type { Taker, TakesRepository } from './takes.repository.ts'

/** In seconds. */
const minute = 60
const day = 24 * 60 * minute

export interface TakeLimitsDeps {
  takes: (db: Db) => Pick<TakesRepository, 'findWait'>
  tokens: Pick<TakingTokens, 'lockTaking'>
}

export function createTakeLimits(deps: TakeLimitsDeps) {
  async function requireQuota(db: Db, tokenId: string, most: number, within: number): Promise<void> {
    const retryAfter = await deps.takes(db).findWait(tokenId, most, within)
    if (retryAfter !== undefined) throw fail('takes.limit', { retryAfter })
  }

  return {
    /**
     * Runs in the transaction of the take. Locks the token, so that concurrent calls are all counted: the key's lock would not suffice, since they
     * may be about several keys. Answers whether it is an agent's token that must ask.
     */
    async require(db: Db, { token_id: tokenId }: Taker): Promise<{ mustAsk: boolean }> {
      if (tokenId === null) return { mustAsk: false }
      const token = await deps.tokens.lockTaking(db, tokenId)
      if (token === undefined) throw fail('tokens.invalid')
      await requireQuota(db, tokenId, token.takes_per_minute ?? tokenLimits.takesPerMinute, minute)
      if (token.takes_per_day !== null) await requireQuota(db, tokenId, token.takes_per_day, day)
      return { mustAsk: token.is_agent && !token.is_trusted }
    },
  }
}

export type TakeLimits = ReturnType<typeof createTakeLimits>
