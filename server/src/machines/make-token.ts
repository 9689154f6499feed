import type { AccessToken, ProgramKind } from '@twofold/contract/tokens'
import { v7 as uuid } from 'uuid'
import { newProgramToken } from '../platform/crypto/program-token.ts'
import { hashToken } from '../platform/crypto/token.ts'
import { fail, failField } from '../platform/fail.ts'
import { parseNetwork } from '../platform/networks.ts'
import type { Tx } from '../platform/transaction.ts'
import type { KeptToken, NewToken, TokensRepository, TokenOwner } from './tokens.repository.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Milliseconds for which a token that has expired is listed, so that one sees why a program stopped. */
export const expiredShownFor = 30 * day

/** The transaction, and the creator. */
interface Making extends Pick<Tx, 'writeLast'> {
  tokens: TokensRepository
  owner: TokenOwner
  kind: ProgramKind
  by: { id: string; name: string }
  /** Live tokens that the owner may have. */
  limit: number
  /** Milliseconds since 1970. */
  time: number
}

type Wanted = Pick<NewToken, 'name' | 'scopes' | 'is_agent' | 'networks' | 'key_ids' | 'takes_per_minute' | 'takes_per_day'> & {
  lifetimeMs: number
  /** Milliseconds for which an agent need not ask. */
  trustMs?: number
}

function requireQuota({ limit }: Making, live: number | undefined): void {
  if (live === undefined) throw fail('auth.unauthenticated')
  if (live >= limit) throw fail('tokens.limit_reached', { parameters: { limit } })
}

function put({ tokens, owner, kind, by, time, writeLast }: Making, { lifetimeMs, trustMs, ...fields }: Wanted) {
  const { row, secret } = makeToken(kind, {
    ...fields,
    user_id: 'user_id' in owner ? owner.user_id : null,
    service_account_id: 'service_account_id' in owner ? owner.service_account_id : null,
    created_by: by.id,
    created_at: new Date(time),
    expires_at: new Date(time + lifetimeMs),
    trusted_until: trustMs === undefined ? null : new Date(time + trustMs),
  })
  writeLast(() => tokens.put(row))
  return { token: presentToken(asKept(row, by.name)), secret }
}

export async function issueToken(making: Making, { days, ...wanted }: Omit<Wanted, 'lifetimeMs'> & { days: number }) {
  requireQuota(making, await making.tokens.countLive(making.owner, new Date(making.time)))
  return put(making, { ...wanted, lifetimeMs: days * day })
}

/**
 * Creates a token's successor with the original lifetime; the old token ends at its own end or after the overlap, whichever is earlier. Trust in an
 * agent was given to the old token only and is not carried over.
 */
export async function rotateToken(making: Making, id: string, overlapHours: number, check: (old: KeptToken) => void = () => {}) {
  const { tokens, owner, time, writeLast } = making
  const [live, old] = await Promise.all([tokens.countLive(owner, new Date(time)), tokens.lock(owner, id)])
  requireQuota(making, live)
  if (old === undefined || old.kind !== making.kind) throw fail('tokens.not_found')
  if (old.expires_at.getTime() <= time || old.replaced_by !== null) throw fail('tokens.ended')
  check(old)
  const { name, scopes, is_agent, networks, key_ids, takes_per_minute, takes_per_day } = old
  const lifetimeMs = old.expires_at.getTime() - old.created_at.getTime()
  const made = put(making, { name, scopes, is_agent, networks, key_ids, takes_per_minute, takes_per_day, lifetimeMs })
  const endsAt = new Date(Math.min(old.expires_at.getTime(), time + overlapHours * hour))
  writeLast(() => tokens.replace(old.id, made.token.id, endsAt))
  return made
}

/** Limits on taking codes; null: the default of every token. */
export const takingOf = (body: { takes_per_minute?: number | null | undefined; takes_per_day?: number | null | undefined }) => ({
  takes_per_minute: body.takes_per_minute ?? null,
  takes_per_day: body.takes_per_day ?? null,
})

/** Normalized; null: none are named. */
export function parseNetworks(named: readonly string[] | null | undefined): string[] | null {
  if (named === null || named === undefined) return null
  const networks = named.map((text) => parseNetwork(text))
  if (networks.includes(undefined)) throw failField('tokens.network_invalid', 'networks')
  return [...new Set(networks.filter((network) => network !== undefined))]
}

/** Normalized; null: none are named. `findOwn` finds those that the owner has. */
export async function parseKeys(
  named: readonly string[] | null | undefined,
  findOwn: (ids: string[]) => Promise<string[]>,
): Promise<string[] | null> {
  if (named === null || named === undefined) return null
  const ids = [...new Set(named.map((id) => id.toLowerCase()))]
  if ((await findOwn(ids)).length < ids.length) throw failField('tokens.key_unknown', 'key_ids')
  return ids
}

/** Fields of a token without limits of its own. */
export const unlimited = {
  is_agent: false,
  networks: null,
  key_ids: null,
  trusted_until: null,
  takes_per_minute: null,
  takes_per_day: null,
} as const

/** A new token: the row, and the text that is shown once. */
export function makeToken(kind: ProgramKind, fields: Omit<NewToken, 'id' | 'kind' | 'token_hash' | 'last_four'>) {
  const secret = newProgramToken(kind)
  const row: NewToken = { ...fields, id: uuid(), kind, token_hash: hashToken(secret), last_four: secret.slice(-4) }
  return { row, secret }
}

/** A token that was made just now, as lists have it. */
const asKept = ({ token_hash: _hash, created_by: _by, ...row }: NewToken, by: string): KeptToken => ({
  ...row,
  created_by_name: by,
  last_used_at: null,
  last_used_ip: null,
  replaced_by: null,
})

export const presentToken = (row: KeptToken): AccessToken => ({
  id: row.id,
  name: row.name,
  last_four: row.last_four,
  scopes: row.scopes,
  is_agent: row.is_agent,
  networks: row.networks,
  key_ids: row.key_ids,
  trusted_until: row.trusted_until?.toISOString() ?? null,
  takes_per_minute: row.takes_per_minute,
  takes_per_day: row.takes_per_day,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by_name,
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_address: row.last_used_ip,
  is_replaced: row.replaced_by !== null,
})
