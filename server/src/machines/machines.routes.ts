import type { CallAnswer } from '@twofold/contract/endpoint'
import { createToken, getOwnToken, listTokens, revokeFoundToken, revokeToken, rotateToken } from '@twofold/contract/tokens'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { FoundTokenService } from './found-token.service.ts'
import type { PersonalTokensService } from './personal-tokens.service.ts'
import type { TokenCheck } from './token-check.service.ts'

export interface MachinesServices {
  check: TokenCheck
  personal: PersonalTokensService
  found: FoundTokenService
}

/** The token itself is shown once. */
const keep = ({ secret: _shownOnce, ...answer }: CallAnswer<typeof createToken>) => answer

export function machinesRoutes(app: App, { check, personal, found }: MachinesServices): void {
  const everyToken = { kinds: ['svc', 'pat', 'wid', 'cli'], scope: null } as const
  route(app, getOwnToken, { role: 'principal', limit: 'read', whileClosed: 'open', programs: everyToken }, async ({ principal }) =>
    check.self(principal),
  )
  route(app, revokeFoundToken, { role: 'public', limit: 'link' }, async ({ body, client }) => {
    await found.revoke(body.token, body.reason === 'leaked', client.address)
    return {}
  })

  route(app, listTokens, byUser.evenClosed.read, ({ user }) => personal.list(user))
  const rules = (body: Parameters<PersonalTokensService['checkScopes']>[1], { user }: { user: { role: 'admin' | 'user' } }) =>
    personal.checkScopes(user, body)
  route(app, createToken, { ...byUser.write, whileClosed: 'lets out', needsPin: true, keep, rules }, ({ user, body, client }) =>
    personal.create(user, body, client),
  )
  route(app, rotateToken, { ...byUser.write, whileClosed: 'lets out', needsPin: true, keep }, ({ user, params, body, client }) =>
    personal.rotate(user, params.id, body.overlap_hours, client),
  )
  route(app, revokeToken, byUser.evenClosed.write, ({ user, params, client }) => personal.revoke(user, params.id, client))
}
