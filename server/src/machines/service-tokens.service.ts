import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { createServiceAccountToken, listServiceAccountTokens, rotateServiceAccountToken } from '@twofold/contract/service-accounts'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { NotifyKeyOwners } from './key-owners.service.ts'
import type { TokensRepository } from './tokens.repository.ts'
import type { ServiceAccountsRepository } from './service-accounts.repository.ts'
import type { ServiceAccountsService } from './service-accounts.service.ts'
import { expiredShownFor, issueToken, parseKeys, parseNetworks, presentToken, takingOf, rotateToken } from './make-token.ts'
import { createActiveAccounts } from './active-accounts.service.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'
import type { Said } from '@twofold/contract/said'
import { fail } from '../platform/fail.ts'

export interface ServiceTokensDeps extends ServiceDeps {
  tokens: (db: Db) => TokensRepository
  accounts: (db: Db) => Pick<ServiceAccountsRepository, 'listShares'>
  serviceAccounts: Pick<ServiceAccountsService, 'require' | 'lock'>
  notifyKeyOwners: NotifyKeyOwners
  activity: Pick<ActivityService, 'record'>
}

/** Scopes of every token of a service account: list its keys, and take their codes. */
const scopes = ['keys:read', 'codes:take'] as const

/** Tokens of service accounts, made by their managers. */
export function createServiceTokensService(deps: ServiceTokensDeps) {
  const { making, lockWorking } = createActiveAccounts(deps)

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
    async list(user: Identity, id: string): Promise<CallResponse<typeof listServiceAccountTokens>> {
      await deps.serviceAccounts.require(deps.db, user, id)
      const since = new Date(deps.clock.now() - expiredShownFor)
      return { data: (await deps.tokens(deps.db).list({ service_account_id: id }, ['svc'], since)).map(presentToken) }
    },
    create(
      user: Identity,
      id: string,
      body: CallParts<typeof createServiceAccountToken>['body'],
      client: Pick<Client, 'address'>,
    ): Promise<CallResponse<typeof createServiceAccountToken>> {
      const networks = parseNetworks(body.networks)
      return deps.transaction(async (tx) => {
        const account = await lockWorking(tx, user, id)
        const key_ids = await parseKeys(body.key_ids, async (ids) => {
          const shared = new Set((await deps.accounts(tx.db).listShares(id, deps.clock.date())).map((share) => share.key_id))
          return ids.filter((key) => shared.has(key))
        })
        const { name, expires_in_days: days } = body
        const made = await issueToken(making(tx, user, id), {
          name,
          scopes: [...scopes],
          is_agent: false,
          networks,
          key_ids,
          ...takingOf(body),
          days,
        })
        await tx.publish('token.created', { token_id: made.token.id, owner_id: id })
        const detail = { name: account.name, token: name }
        await deps.activity.record(tx, { userId: user.id, kind: 'service_account_token_created', detail, address: client.address })
        await deps.notifyKeyOwners(tx, user, account, 'service_account_token_made_by')
        return { ...made, ...say('token.created') }
      })
    },
  }
}

export type ServiceTokensService = ReturnType<typeof createServiceTokensService>
