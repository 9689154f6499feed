import type { CallResponse } from '@twofold/contract/endpoint'
import type { Said } from '@twofold/contract/said'
import { say } from '@twofold/contract/sentences/sentences'
import type { rotateServiceAccountToken } from '@twofold/contract/service-accounts'
import { fail } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import { rotateToken } from './make-token.ts'
import type { ServiceTokensDeps } from './service-tokens.service.ts'
import type { ActiveAccounts } from './active-accounts.service.ts'

/** Rotates and revokes tokens. */
export function createTokenRotation(deps: ServiceTokensDeps, { making, lockWorking }: ActiveAccounts) {
  return {
    rotate(
      user: Identity,
      id: string,
      tokenId: string,
      overlapHours: number,
      client: Client,
    ): Promise<CallResponse<typeof rotateServiceAccountToken>> {
      return deps.transaction(async (tx) => {
        const account = await lockWorking(tx, user, id)
        const made = await rotateToken(making(tx, user, id), tokenId, overlapHours)
        await tx.publish('token.rotated', { token_id: made.token.id, former_token_id: tokenId, owner_id: id })
        const detail = { name: account.name, token: made.token.name }
        await deps.activity.record(tx, { userId: user.id, kind: 'service_account_token_rotated', detail, address: client.address })
        await deps.notifyKeyOwners(tx, user, account, 'service_account_token_made_by')
        return { ...made, ...say('token.rotated') }
      })
    },
    revoke(user: Identity, id: string, tokenId: string, client: Client): Promise<Said> {
      return deps.transaction(async (tx) => {
        const account = await deps.serviceAccounts.lock(tx, user, id)
        const tokens = deps.tokens(tx.db)
        const token = await tokens.lock({ service_account_id: id }, tokenId)
        if (token === undefined) throw fail('tokens.not_found')
        await tokens.revoke(tokenId, 'owner', deps.clock.date())
        await tx.publish('token.revoked', { token_id: tokenId })
        const detail = { name: account.name, token: token.name }
        await deps.activity.record(tx, { userId: user.id, kind: 'service_account_token_revoked', detail, address: client.address })
        return say('token.revoked', { name: token.name })
      })
    },
  }
}
