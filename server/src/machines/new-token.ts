import type { AccessToken, ProgramKind } from '@twofold/contract/tokens'
import { v7 as uuid } from 'uuid'
import { newProgramToken } from '../platform/crypto/program-token.ts'
import { hashToken } from '../platform/crypto/token.ts'
import type { KeptToken, NewToken } from './own-tokens.repository.ts'

/** A new token: the row, and the text that is shown once. */
export function makeToken(kind: ProgramKind, fields: Omit<NewToken, 'id' | 'kind' | 'token_hash' | 'last_four'>) {
  const secret = newProgramToken(kind)
  const row: NewToken = { ...fields, id: uuid(), kind, token_hash: hashToken(secret), last_four: secret.slice(-4) }
  return { row, secret }
}

/** A token that was made just now, as lists have it. */
export const asKept = ({ token_hash: _hash, created_by: _by, ...row }: NewToken, by: string): KeptToken => ({
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
