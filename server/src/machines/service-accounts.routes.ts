import type { CallAnswer } from '@twofold/contract/endpoint'
import {
  acceptServiceAccountShare,
  addServiceAccount,
  createServiceAccountToken,
  declineServiceAccountShare,
  deleteServiceAccount,
  editServiceAccount,
  getServiceAccount,
  listServiceAccounts,
  listServiceAccountShares,
  listServiceAccountTokens,
  resumeServiceAccount,
  revokeServiceAccountToken,
  rotateServiceAccountToken,
  suspendServiceAccount,
} from '@twofold/contract/service-accounts'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { ServiceAccountsService } from './service-accounts.service.ts'
import type { ServiceTokensService } from './service-tokens.service.ts'

export interface ServiceAccountsServices {
  accounts: ServiceAccountsService
  tokens: ServiceTokensService
}

/** The token itself is shown once. */
const keep = ({ secret: _shownOnce, ...answer }: CallAnswer<typeof createServiceAccountToken>) => answer

export function serviceAccountsRoutes(app: App, { accounts, tokens }: ServiceAccountsServices): void {
  route(app, listServiceAccounts, byUser.evenClosed.read, ({ user }) => accounts.list(user))
  route(app, addServiceAccount, byUser.evenClosed.write, ({ user, body }) => accounts.add(user, body))
  route(app, getServiceAccount, byUser.evenClosed.read, ({ user, params }) => accounts.get(user, params.id))
  route(app, editServiceAccount, byUser.evenClosed.write, ({ user, params, body }) => accounts.edit(user, params.id, body))
  route(app, deleteServiceAccount, byUser.evenClosed.write, ({ user, params }) => accounts.remove(user, params.id))
  route(app, suspendServiceAccount, byUser.evenClosed.write, ({ user, params }) => accounts.suspend(user, params.id))
  route(app, resumeServiceAccount, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params }) => accounts.resume(user, params.id))

  route(app, listServiceAccountTokens, byUser.evenClosed.read, ({ user, params }) => tokens.list(user, params.id))
  route(
    app,
    createServiceAccountToken,
    { ...byUser.write, whileClosed: 'lets out', needsPin: true, keep },
    ({ user, params, body, client }) => tokens.create(user, params.id, body, client),
  )
  route(
    app,
    rotateServiceAccountToken,
    { ...byUser.write, whileClosed: 'lets out', needsPin: true, keep },
    ({ user, params, body, client }) => tokens.rotate(user, params.id, params.token_id, body.overlap_hours, client),
  )
  route(app, revokeServiceAccountToken, byUser.evenClosed.write, ({ user, params, client }) =>
    tokens.revoke(user, params.id, params.token_id, client),
  )

  route(app, listServiceAccountShares, byUser.evenClosed.read, ({ user, params }) => accounts.listShares(user, params.id))
  route(app, acceptServiceAccountShare, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params }) =>
    accounts.accept(user, params.id, params.share_id),
  )
  route(app, declineServiceAccountShare, byUser.evenClosed.write, ({ user, params }) => accounts.decline(user, params.id, params.share_id))
}
