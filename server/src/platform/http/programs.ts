import type { Endpoint } from '@twofold/contract/endpoint'
import type { ProgramKind } from '@twofold/contract/tokens'
import { fail } from '../fail.ts'
import { mayUseKey } from './principal.ts'
import type { Principal, Programs } from './principal.ts'

/**
 * Whether the call is open to such a token, as its route declares it: what declares nothing is closed to every token. Asked before the token is
 * looked up, since it does not depend on whose it is. Throws 403 `tokens.not_allowed`.
 */
export function requireDeclared(kind: ProgramKind, programs: Programs | undefined): void {
  if (programs?.kinds.includes(kind) !== true) throw fail('tokens.not_allowed')
}

/** Throws 403 `tokens.scope` to a token that has not got what the call needs. */
export function requireScope({ token }: Principal, programs: Programs | undefined): void {
  const scope = programs?.scope ?? null
  if (token === undefined || token.scopes === null || scope === null || token.scopes.includes(scope)) return
  throw fail('tokens.scope', { parameters: { scope } })
}

/** Whether the call is about a key outside of those that its token is narrowed to, which is not there for it. */
export function isOutsideOfKeys(principal: Principal, { path }: Pick<Endpoint, 'path'>, params: unknown): boolean {
  const id = /^\/keys\/(details\/)?\{id\}/.test(path) ? (params as { id?: unknown } | undefined)?.id : undefined
  return typeof id === 'string' && !mayUseKey(principal, id)
}
