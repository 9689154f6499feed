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
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { ServiceAccountsService } from './service-accounts.service.ts'
import type { ServiceTokensService } from './service-tokens.service.ts'

export interface ServiceAccountsServices {
  accounts: ServiceAccountsService
  tokens: ServiceTokensService
}

const [read, write] = [{ role: 'user', limit: 'read' } as const, { role: 'user', limit: 'write' } as const]

/** The token itself is shown once. */
const keep = ({ secret: _shownOnce, ...answer }: CallAnswer<typeof createServiceAccountToken>) => answer

export function serviceAccountsRoutes(app: App, { accounts, tokens }: ServiceAccountsServices): void {
  route(app, listServiceAccounts, read, ({ user }) => accounts.list(user))
  route(app, addServiceAccount, write, ({ user, body }) => accounts.add(user, body))
  route(app, getServiceAccount, read, ({ user, params }) => accounts.get(user, params.id))
  route(app, editServiceAccount, write, ({ user, params, body }) => accounts.edit(user, params.id, body))
  route(app, deleteServiceAccount, write, ({ user, params }) => accounts.remove(user, params.id))
  route(app, suspendServiceAccount, write, ({ user, params }) => accounts.suspend(user, params.id))
  route(app, resumeServiceAccount, write, ({ user, params }) => accounts.resume(user, params.id))

  route(app, listServiceAccountTokens, read, ({ user, params }) => tokens.list(user, params.id))
  route(app, createServiceAccountToken, { ...write, needsPin: true, keep }, ({ user, params, body, client }) =>
    tokens.create(user, params.id, body, client),
  )
  route(app, rotateServiceAccountToken, { ...write, needsPin: true, keep }, ({ user, params, body, client }) =>
    tokens.rotate(user, params.id, params.token_id, body.overlap_hours, client),
  )
  route(app, revokeServiceAccountToken, write, ({ user, params, client }) => tokens.revoke(user, params.id, params.token_id, client))

  route(app, listServiceAccountShares, read, ({ user, params }) => accounts.listShares(user, params.id))
  route(app, acceptServiceAccountShare, write, ({ user, params }) => accounts.accept(user, params.id, params.share_id))
  route(app, declineServiceAccountShare, write, ({ user, params }) => accounts.decline(user, params.id, params.share_id))
}
