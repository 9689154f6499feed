import type { CallAnswer, CallParts } from '@twofold/contract/endpoint'
import type { issueToken } from '@twofold/contract/oauth'
import { fail } from '../platform/fail.ts'
import type { Client } from '../platform/identity.ts'

export type GrantParameters = CallParts<typeof issueToken>['body']

/** One grant type: its parameters and its answer. */
export type Grant = (parameters: GrantParameters, client: Client) => Promise<CallAnswer<typeof issueToken>>

/** Every way there is, by its `grant_type`. */
export type Grants = Readonly<Record<string, Grant>>

export function requireParameter(parameters: GrantParameters, name: Exclude<keyof GrantParameters, 'grant_type'>): string {
  const value = parameters[name]
  if (value === undefined) throw fail('oauth.missing_parameter', { parameters: { name } })
  return value
}
