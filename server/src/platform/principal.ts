import type { ProgramKind, TokenScope } from '@twofold/contract/tokens'
import type { Closure } from './maintenance.ts'
import type { FindSession, Identity, RequestKind } from './identity.ts'

/** A token as it was read from the database for this one request: whether it is good was decided then, and nothing of it is kept. */
export interface TokenFacts<Kind extends ProgramKind = ProgramKind> {
  id: string
  kind: Kind
  name: string
  lastFour: string
  /** Granted scopes; null: all rights of its person, as for a device session. */
  scopes: readonly TokenScope[] | null
  /** Keys it is narrowed to; null: whatever its owner has. `route()` holds calls on `/keys/{id}` against it, lists ask `mayUseKey`. */
  keyIds: readonly string[] | null
  /** Every code it takes is approved by a person. */
  isAgent: boolean
  expiresAt: Date
}

export interface ServiceAccount {
  id: string
  name: string
  groupId: string
}

/** A person, at a screen or by a program of theirs. */
export type PersonPrincipal =
  | { kind: 'session'; user: Identity; token?: never; serviceAccount?: never }
  | { kind: 'pat' | 'cli'; user: Identity; token: TokenFacts<'pat' | 'cli'>; serviceAccount?: never }

/** A service account, which is no person: it has no session, no PIN and nothing of its own but what is shared with it. */
export interface ServicePrincipal {
  kind: 'svc' | 'wid'
  user?: never
  serviceAccount: ServiceAccount
  token: TokenFacts<'svc' | 'wid'>
}

/**
 * The caller of an authenticated request and their credential. Every route with a role gets it as `principal`; `kind` distinguishes `session` (a page
 * or a program that signed in), `pat` and `cli` (a person's tokens), `svc` and `wid` (a service account's). It is built per request: token, owner,
 * expiry and network were read from the database just before. A handler that hands out a code checks again in its own transaction. A route accepts
 * tokens by `programs` of `route()`. With the role `user` or `admin` only people's tokens are accepted, and `user` is set. With the role `principal`
 * service accounts are accepted too, so the handler must check `kind`.
 */
export type Principal = PersonPrincipal | ServicePrincipal

/** Tokens that may make a call, and the scope they need. `scope` null: any. */
export interface Programs<Kind extends ProgramKind = ProgramKind> {
  kinds: readonly Kind[]
  scope: TokenScope | null
  /** The PIN was shown with the token, also where the page does not ask for it. */
  needsPin?: true
}

/** Someone behind a token, and the maintenance that is under way. */
export type ProgramCaller = { principal: Exclude<Principal, { kind: 'session' }>; closure: Closure | null }

/** Facts that a token is checked against, apart from the database. `address`: the client's, unnormalized. */
export type TokenAuthentication = RequestKind & { kind: ProgramKind; address: string; find?: FindSession | undefined }

/** The id that a principal's calls are counted under. */
export const ownerIdOf = (principal: Principal): string => (principal.user === undefined ? principal.serviceAccount.id : principal.user.id)

/** Whether the credential may use the key: only a token can be restricted to certain keys. */
export function mayUseKey({ token }: Pick<Principal, 'token'>, keyId: string): boolean {
  return token === undefined || token.keyIds === null || token.keyIds.includes(keyId.toLowerCase())
}
