import type { CallInput } from '@twofold/contract/endpoint'
import { agentScopes, type createToken, type TokenScope } from '@twofold/contract/tokens'

/** The form of a new token as it is typed. */
export interface TokenDraft {
  name: string
  isAgent: boolean
  /** Empty: the agent asks for every code. */
  trustedMinutes: string
  key_ids: string[]
  scopes: TokenScope[]
  days: string
  networks: string
  takes_per_minute: string
  takes_per_day: string
}

export const emptyDraft: TokenDraft = {
  name: '',
  isAgent: false,
  trustedMinutes: '',
  key_ids: [],
  scopes: ['keys:read'],
  days: '90',
  networks: '',
  takes_per_minute: '',
  takes_per_day: '',
}

/** `offered`: the permissions that can be chosen. */
export function tokenBody(draft: TokenDraft, offered: readonly TokenScope[]): CallInput<typeof createToken>['body'] {
  const { name, isAgent, trustedMinutes, key_ids, days, networks, takes_per_minute: perMinute, takes_per_day: perDay } = draft
  const named = networks.split(/[\s,]+/).filter((network) => network !== '')
  return {
    name: name.trim(),
    scopes: isAgent ? [...agentScopes] : draft.scopes.filter((scope) => offered.includes(scope)),
    ...(isAgent && { is_agent: true }),
    ...(isAgent && trustedMinutes !== '' && { trusted_minutes: Number(trustedMinutes), key_ids }),
    expires_in_days: Number(days),
    networks: named.length === 0 ? null : named,
    ...(perMinute !== '' && { takes_per_minute: Number(perMinute) }),
    ...(perDay !== '' && { takes_per_day: Number(perDay) }),
  }
}
