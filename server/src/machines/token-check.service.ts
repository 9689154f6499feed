import type { CallResponse } from '@twofold/contract/endpoint'
import type { getOwnToken } from '@twofold/contract/tokens'
import { hashToken } from '../platform/crypto/token.ts'
import type { Db } from '../platform/database.ts'
import { type AppError, fail } from '../platform/fail.ts'
import type { FindSession, SessionRow } from '../platform/identity.ts'
import type { Principal, ProgramCaller, TokenAuthentication, TokenFacts } from '../platform/principal.ts'
import { isInNetworks } from '../platform/networks.ts'
import { type FactorPolicy, identityOf, touchAfter } from '../sessions/session-rules.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import type { TrustService } from '../trust/trust.service.ts'
import type { NoteRefusedToken } from './refused-tokens.service.ts'
import type { TokenColumns, TokenCheckRepository } from './token-check.repository.ts'
import type { ServiceDeps } from '../platform/service-deps.ts'

export interface TokenCheckDeps extends Pick<ServiceDeps, 'clock' | 'db'> {
  tokens: (db: Db) => Pick<TokenCheckRepository, 'findOfServiceAccount' | 'findEnd' | 'touch'>
  sessions: Pick<SessionsService, 'findBehindToken'>
  noteRefused: NoteRefusedToken
  requireOpen: TrustService['requireOpen']
  policy: FactorPolicy
}

/** Finds the owner of a token and checks it, from the database on every call: a revoked token fails from the very next call. */
export function createTokenCheck(deps: TokenCheckDeps) {
  const tokens = deps.tokens(deps.db)

  async function requireGood(row: TokenColumns, address: string, now: Date): Promise<AppError | undefined> {
    if (new Date(row.expires_at) <= now) return fail('tokens.expired')
    if (row.networks !== null && !isInNetworks(address, row.networks)) {
      await deps.noteRefused(row.id, address, 'network')
      return fail('tokens.network')
    }
    const isNoted = row.last_used_at !== null && now.getTime() - new Date(row.last_used_at).getTime() < touchAfter
    if (!isNoted) await tokens.touch(row.id, address, now)
    return undefined
  }

  /** Deleted tokens and made-up ones say the same. */
  async function explain(hash: Buffer, now: Date): Promise<AppError> {
    const end = await tokens.findEnd(hash)
    if (end === undefined || end.revoked_at !== null) return fail('tokens.invalid')
    return fail(end.expires_at <= now ? 'tokens.expired' : 'tokens.suspended')
  }

  async function authenticatePerson(hash: Buffer, now: Date, address: string, find: FindSession): Promise<ProgramCaller | AppError> {
    const session = (await find(hash, now, 'token')) as (SessionRow & { token: TokenColumns }) | undefined
    if (session === undefined) return explain(hash, now)
    const refusal = await requireGood(session.token, address, now)
    if (refusal !== undefined) return refusal
    // The vault that locks itself is the one on a screen.
    const user = identityOf({ ...session, auto_lock_minutes: null }, deps.policy, now.getTime())
    // Somebody else may have access to the account, and may have had it when the token was created.
    await deps.requireOpen(user, 'shows codes')
    return { principal: { kind: session.token.kind as 'pat' | 'cli', user, token: factsOf(session.token) }, closure: session.closure }
  }

  async function authenticateServiceAccount(hash: Buffer, now: Date, address: string): Promise<ProgramCaller | AppError> {
    const row = await tokens.findOfServiceAccount(hash, now)
    if (row === undefined) return explain(hash, now)
    const refusal = await requireGood(row, address, now)
    if (refusal !== undefined) return refusal
    const serviceAccount = { id: row.service_account_id, name: row.service_account_name, groupId: row.group_id }
    return { principal: { kind: row.kind as 'svc' | 'wid', serviceAccount, token: factsOf(row) }, closure: row.closure }
  }

  return {
    /** The caller behind a well-formed token, or the reason why it is refused. */
    authenticate(text: string, { kind, address, find }: TokenAuthentication): Promise<ProgramCaller | AppError> {
      const [hash, now] = [hashToken(text), deps.clock.date()]
      if (kind === 'svc' || kind === 'wid') return authenticateServiceAccount(hash, now, address)
      return authenticatePerson(hash, now, address, find ?? deps.sessions.findBehindToken)
    },

    /** The token of the call itself. */
    self(principal: Principal): CallResponse<typeof getOwnToken> {
      if (principal.token === undefined) throw fail('tokens.not_found')
      const { token, user, serviceAccount } = principal
      return {
        token: {
          id: token.id,
          kind: token.kind,
          name: token.name,
          last_four: token.lastFour,
          scopes: token.scopes === null ? null : [...token.scopes],
          is_agent: token.isAgent,
          expires_at: token.expiresAt.toISOString(),
          key_ids: token.keyIds === null ? null : [...token.keyIds],
          owner:
            user === undefined
              ? { kind: 'service_account', id: serviceAccount.id, name: serviceAccount.name }
              : { kind: 'person', id: user.id, name: user.name, email: user.email },
        },
      }
    },
  }
}

export type TokenCheck = ReturnType<typeof createTokenCheck>

function factsOf<Kind extends 'pat' | 'cli' | 'svc' | 'wid'>(row: TokenColumns): TokenFacts<Kind> {
  return {
    id: row.id,
    kind: row.kind as Kind,
    name: row.name,
    lastFour: row.last_four,
    // A device session may do what its person may, as far as calls are open to it.
    scopes: row.kind === 'cli' ? null : row.scopes,
    keyIds: row.key_ids,
    isAgent: row.is_agent,
    expiresAt: new Date(row.expires_at),
  }
}
