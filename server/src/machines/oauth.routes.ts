import { issueToken } from '@twofold/contract/oauth'
import { fail } from '../platform/fail.ts'
import { type App, route } from '../platform/http/route.ts'
import type { Grants } from './grant.ts'

/** Tokens by the standards of OAuth: one call, and a table of what may be shown to it. */
export function oauthRoutes(app: App, grants: Grants): void {
  route(app, issueToken, { role: 'public', limit: 'exchange' }, ({ body, client }) => {
    const grant = Object.hasOwn(grants, body.grant_type) ? grants[body.grant_type] : undefined
    if (grant === undefined) throw fail('oauth.unsupported_grant_type')
    return grant(body, client)
  })

  // RFC 8414. Its place is fixed, outside of the calls.
  app.fastify.get('/.well-known/oauth-authorization-server', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return {
      issuer: app.appUrl,
      token_endpoint: `${app.appUrl}/api/oauth/token`,
      device_authorization_endpoint: `${app.appUrl}/api/oauth/device`,
      revocation_endpoint: `${app.appUrl}/api/oauth/revoke`,
      grant_types_supported: Object.keys(grants),
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
    }
  })
}
