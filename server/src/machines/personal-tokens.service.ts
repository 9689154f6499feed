import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { Said } from '@twofold/contract/said'
import {
  administratorScopes,
  agentScopes,
  type createToken,
  type listTokens,
  type rotateToken as rotateTokenCall,
  tokenLimits,
} from '@twofold/contract/tokens'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/identity.ts'
import type { Tx } from '../platform/transaction.ts'
import type { TokensRepository } from './tokens.repository.ts'
import { expiredShownFor, issueToken, parseKeys, parseNetworks, presentToken, rotateToken, takingOf } from './make-token.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

const minute = 60 * 1000

export interface PersonalTokensDeps extends ServiceDeps {
  tokens: (db: Db) => TokensRepository
  activity: Pick<ActivityService, 'record'>
}

type NewBody = CallParts<typeof createToken>['body']

/** Tokens that people make for programs of their own: each does some of what its person may, and never what needs a PIN. */
export function createPersonalTokensService(deps: PersonalTokensDeps) {
  function checkScopes(user: Pick<Identity, 'role'>, { scopes = [], is_agent: isAgent, ...body }: Partial<NewBody>): void {
    if (user.role !== 'admin' && scopes.some((scope) => administratorScopes.includes(scope)))
      throw failField('tokens.for_administrators', 'scopes')
    if (isAgent === true && scopes.some((scope) => !agentScopes.includes(scope))) throw failField('tokens.agent_scopes', 'scopes')
    if (typeof body.trusted_minutes === 'number' && (isAgent !== true || !Array.isArray(body.key_ids)))
      throw failField('tokens.trust_unnamed', 'key_ids')
  }

  const making = (tx: Tx, user: Identity) => {
    const [tokens, owner, time] = [deps.tokens(tx.db), { user_id: user.id }, deps.clock.now()]
    return { tokens, owner, kind: 'pat', by: user, limit: tokenLimits.perPerson, time, writeLast: tx.writeLast } as const
  }

  return {
    checkScopes,

    async list(user: Identity): Promise<CallResponse<typeof listTokens>> {
      const rows = await deps.tokens(deps.db).list({ user_id: user.id }, ['pat'], new Date(deps.clock.now() - expiredShownFor))
      return { data: rows.map(presentToken) }
    },

    async create(user: Identity, body: NewBody, client: Client): Promise<CallResponse<typeof createToken>> {
      checkScopes(user, body)
      const { name, expires_in_days: days, is_agent } = body
      const networks = parseNetworks(body.networks)
      return deps.transaction(async (tx) => {
        const key_ids = await parseKeys(body.key_ids, (ids) => deps.tokens(tx.db).findKeysOf(user.id, ids, deps.clock.date()))
        const made = await issueToken(making(tx, user), {
          name,
          scopes: [...new Set(body.scopes)],
          is_agent,
          networks,
          key_ids,
          ...takingOf(body),
          days,
          ...(typeof body.trusted_minutes === 'number' && { trustMs: body.trusted_minutes * minute }),
        })
        await tx.publish('token.created', { token_id: made.token.id, owner_id: user.id })
        await deps.activity.record(tx, { userId: user.id, kind: 'token_created', detail: { name }, address: client.address })
        return { ...made, ...say('token.created') }
      })
    },

    /** See `rotateToken` of `make-token.ts`. */
    async rotate(user: Identity, id: string, overlapHours: number, client: Client): Promise<CallResponse<typeof rotateTokenCall>> {
      return deps.transaction(async (tx) => {
        const made = await rotateToken(making(tx, user), id, overlapHours, (old) => checkScopes(user, old))
        await tx.publish('token.rotated', { token_id: made.token.id, former_token_id: id, owner_id: user.id })
        const detail = { name: made.token.name }
        await deps.activity.record(tx, { userId: user.id, kind: 'token_rotated', detail, address: client.address })
        return { ...made, ...say('token.rotated') }
      })
    },

    async revoke(user: Identity, id: string, client: Client): Promise<Said> {
      return deps.transaction(async (tx) => {
        const tokens = deps.tokens(tx.db)
        const token = await tokens.lock({ user_id: user.id }, id)
        if (token === undefined || token.kind !== 'pat') throw fail('tokens.not_found')
        await tokens.revoke(id, 'owner', deps.clock.date())
        await tx.publish('token.revoked', { token_id: id })
        await deps.activity.record(tx, { userId: user.id, kind: 'token_revoked', detail: { name: token.name }, address: client.address })
        return say('token.revoked', { name: token.name })
      })
    },
  }
}

export type PersonalTokensService = ReturnType<typeof createPersonalTokensService>
