import type { CallParts, CallResponse } from '@twofold/contract/endpoint'
import { say } from '@twofold/contract/sentences/sentences'
import type { Said } from '@twofold/contract/said'
import { administratorScopes, agentScopes, tokenLimits } from '@twofold/contract/tokens'
import type { createToken, listTokens, rotateToken } from '@twofold/contract/tokens'
import type { ActivityService } from '../accounts/activity.service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database.ts'
import { fail, failField } from '../platform/fail.ts'
import type { Client, Identity } from '../platform/http/identity.ts'
import { parseNetwork } from '../platform/networks.ts'
import type { Transaction } from '../platform/transaction.ts'
import { asKept, makeToken, presentToken } from './new-token.ts'
import type { OwnTokensRepository } from './own-tokens.repository.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Milliseconds for which a token that has expired is listed, so that one sees why a program stopped. */
const expiredShownFor = 30 * day

export interface PersonalTokensDeps {
  db: Db
  transaction: Transaction
  tokens: (db: Db) => OwnTokensRepository
  activity: Pick<ActivityService, 'record'>
  clock: Clock
}

type NewBody = CallParts<typeof createToken>['body']

/** Tokens that people make for programs of their own: each does some of what its person may, and never what needs a PIN. */
export function createPersonalTokensService(deps: PersonalTokensDeps) {
  const now = () => new Date(deps.clock.now())

  /** Throws 422 on the field for permissions that nobody but an administrator has, or an agent has not. */
  function checkScopes(user: Pick<Identity, 'role'>, { scopes = [], is_agent: isAgent }: Partial<NewBody>): void {
    if (user.role !== 'admin' && scopes.some((scope) => administratorScopes.includes(scope)))
      throw failField('tokens.for_administrators', 'scopes')
    if (isAgent === true && scopes.some((scope) => !agentScopes.includes(scope))) throw failField('tokens.agent_scopes', 'scopes')
  }

  return {
    checkScopes,

    async list(user: Identity): Promise<CallResponse<typeof listTokens>> {
      const rows = await deps.tokens(deps.db).list({ user_id: user.id }, ['pat'], new Date(deps.clock.now() - expiredShownFor))
      return { data: rows.map(presentToken) }
    },

    /** Throws 422 on the wrong field, 409 `tokens.limit_reached`. */
    async create(user: Identity, body: NewBody, client: Client): Promise<CallResponse<typeof createToken>> {
      checkScopes(user, body)
      const networks = parseNetworks(body.networks)
      return deps.transaction(async (tx) => {
        const tokens = deps.tokens(tx.db)
        await requireRoom(tokens, user.id)
        const keyIds = body.key_ids ? [...new Set(body.key_ids.map((id) => id.toLowerCase()))] : null
        if (keyIds !== null && (await tokens.findKeysOf(user.id, keyIds, now())).length < keyIds.length)
          throw failField('tokens.key_unknown', 'key_ids')
        const { row, secret } = makeToken('pat', {
          user_id: user.id,
          service_account_id: null,
          name: body.name,
          scopes: [...new Set(body.scopes)],
          is_agent: body.is_agent,
          networks,
          key_ids: keyIds,
          created_by: user.id,
          created_at: now(),
          expires_at: new Date(deps.clock.now() + body.expires_in_days * day),
        })
        await tokens.put(row)
        await deps.activity.record(tx, { userId: user.id, kind: 'token_created', detail: { name: row.name }, address: client.address })
        return { token: presentToken(asKept(row, user.name)), secret, ...say('token.created') }
      })
    },

    /**
     * The successor lasts as long as the old one was meant to; the old one ends at the earlier of its own end and the overlap. Throws 404
     * `tokens.not_found`, 409 `tokens.ended` for one that has expired or was rotated before, 409 `tokens.limit_reached`.
     */
    async rotate(user: Identity, id: string, overlapHours: number, client: Client): Promise<CallResponse<typeof rotateToken>> {
      return deps.transaction(async (tx) => {
        const tokens = deps.tokens(tx.db)
        await requireRoom(tokens, user.id)
        const old = await tokens.lock({ user_id: user.id }, id)
        if (old === undefined || old.kind !== 'pat') throw fail('tokens.not_found')
        if (old.expires_at <= now() || old.replaced_by !== null) throw fail('tokens.ended')
        checkScopes(user, old)
        const { kind, name, scopes, is_agent, networks, key_ids, user_id, service_account_id } = old
        const expires_at = new Date(deps.clock.now() + (old.expires_at.getTime() - old.created_at.getTime()))
        const fields = { name, scopes, is_agent, networks, key_ids, user_id, service_account_id }
        const { row, secret } = makeToken(kind, { ...fields, created_by: user.id, created_at: now(), expires_at })
        await tokens.put(row)
        const end = Math.min(old.expires_at.getTime(), deps.clock.now() + overlapHours * hour)
        await tokens.replace(old.id, row.id, new Date(end))
        await deps.activity.record(tx, { userId: user.id, kind: 'token_rotated', detail: { name }, address: client.address })
        return { token: presentToken(asKept(row, user.name)), secret, ...say('token.rotated') }
      })
    },

    /** Throws 404 `tokens.not_found`. */
    async revoke(user: Identity, id: string, client: Client): Promise<Said> {
      return deps.transaction(async (tx) => {
        const tokens = deps.tokens(tx.db)
        const token = await tokens.lock({ user_id: user.id }, id)
        if (token === undefined || token.kind !== 'pat') throw fail('tokens.not_found')
        await tokens.revoke(id, 'owner', now())
        await deps.activity.record(tx, { userId: user.id, kind: 'token_revoked', detail: { name: token.name }, address: client.address })
        return say('token.revoked', { name: token.name })
      })
    },
  }

  async function requireRoom(tokens: OwnTokensRepository, userId: string): Promise<void> {
    const limit = tokenLimits.perPerson
    if ((await tokens.countLive({ user_id: userId }, now())) >= limit) throw fail('tokens.limit_reached', { parameters: { limit } })
  }
}

export type PersonalTokensService = ReturnType<typeof createPersonalTokensService>

/** In one spelling; null: none are named. Throws 422 `tokens.network_invalid`. */
function parseNetworks(named: readonly string[] | null | undefined): string[] | null {
  if (named === null || named === undefined) return null
  const networks = named.map((text) => parseNetwork(text))
  if (networks.includes(undefined)) throw failField('tokens.network_invalid', 'networks')
  return [...new Set(networks.filter((network) => network !== undefined))]
}
