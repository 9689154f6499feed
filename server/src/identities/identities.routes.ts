import {
  beginConnecting,
  beginIdentitySignIn,
  disconnectIdentity,
  finishConnecting,
  finishIdentitySignIn,
  listIdentities,
} from '@twofold/contract/identities'
import { answerOpened } from '../platform/http/answer-opened.ts'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { ConnectionsService } from './connections.service.ts'
import type { IdentitiesService } from './identities.service.ts'

export function identitiesRoutes(app: App, services: { identities: IdentitiesService; connections: ConnectionsService }): void {
  const { identities, connections } = services
  route(app, beginIdentitySignIn, { role: 'public', limit: 'identity', duringMaintenance: true }, ({ body, client }) =>
    identities.begin(body, client),
  )
  route(app, finishIdentitySignIn, { role: 'public', limit: 'identity', duringMaintenance: true }, async (request) =>
    answerOpened(
      request,
      await identities.finish(request.body, request.client, (email) => request.countAgainst('sign_up_recipient', email)),
    ),
  )
  route(app, listIdentities, byUser.evenClosed.read, ({ user }) => connections.list(user))
  route(app, beginConnecting, { role: 'user', limit: 'own_password', whileClosed: 'makes a way in' }, ({ user, body, client }) =>
    connections.begin(user, body, client),
  )
  route(app, finishConnecting, { ...byUser.write, whileClosed: 'makes a way in' }, ({ user, body, client }) =>
    connections.finish(user, body, client),
  )
  route(app, disconnectIdentity, { role: 'user', limit: 'own_password', whileClosed: 'makes a way in' }, ({ user, params, body, client }) =>
    connections.disconnect(user, params.id, body.current_password, client),
  )
}
