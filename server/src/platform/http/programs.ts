import type { Endpoint } from '@twofold/contract/endpoint'
import type { ProgramKind } from '@twofold/contract/tokens'
import { fail } from '../fail.ts'
import { mayUseKey, type Principal, type Programs } from '../principal.ts'

/**
 * Throws unless the route declares the call open to such tokens; without a declaration it is closed to every token. Checked before the token is
 * looked up, since the owner does not matter.
 */
export function requireDeclared(kind: ProgramKind, programs: Programs | undefined): void {
  if (programs?.kinds.includes(kind) !== true) throw fail('tokens.not_allowed')
}

export function requireScope({ token }: Principal, programs: Programs | undefined): void {
  const scope = programs?.scope ?? null
  if (token === undefined || token.scopes === null || scope === null || token.scopes.includes(scope)) return
  throw fail('tokens.scope', { parameters: { scope } })
}

/** A key that the token is not limited to does not exist for it. `note` records the attempt, since the token may be stolen. */
export async function requireBoundKey(
  principal: Principal,
  { path }: Pick<Endpoint, 'path'>,
  params: unknown,
  note: (tokenId: string) => Promise<void>,
): Promise<void> {
  const id = /^\/keys\/(details\/)?\{id\}/.test(path) ? (params as { id?: unknown } | undefined)?.id : undefined
  if (principal.token === undefined || typeof id !== 'string' || mayUseKey(principal, id)) return
  await note(principal.token.id)
  throw fail('keys.not_found')
}
