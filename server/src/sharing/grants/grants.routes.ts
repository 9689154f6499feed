import { askAgain, listEndedKeys } from '@twofold/contract/sharing/ended-keys'
import {
  changeShare,
  confirmShare,
  leaveKey,
  listContacts,
  listShares,
  remindShare,
  restoreShare,
  revokeShare,
  shareKey,
  shareKeys,
} from '@twofold/contract/sharing/grants'
import { byUser } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { GivingService } from './giving.service.ts'
import type { GrantRequestsService } from './grant-requests.service.ts'
import type { GrantsService } from './grants.service.ts'

export interface GrantsRoutesServices {
  giving: GivingService
  grants: GrantsService
  requests: GrantRequestsService
}

export function grantsRoutes(app: App, { giving, grants, requests }: GrantsRoutesServices): void {
  const rules = ({ expires_at }: { expires_at?: string | null | undefined }) => giving.checkEnd(expires_at)
  const devices = { kinds: ['cli'], scope: null, needsPin: true } as const
  route(app, shareKey, { ...byUser.write, whileClosed: 'lets out', rules, programs: devices }, ({ user, params, body }) =>
    giving.share(user, params.id, body),
  )
  route(app, shareKeys, { ...byUser.write, whileClosed: 'lets out', rules }, ({ user, body }) => giving.shareMany(user, body))
  route(app, listShares, { ...byUser.evenClosed.read, readsTogether: true }, ({ user, params }) => grants.list(user, params.id))
  route(app, changeShare, { ...byUser.write, whileClosed: 'lets out', rules }, ({ user, params, body }) =>
    grants.change(user, params.id, params.share_id, body),
  )
  route(app, revokeShare, byUser.evenClosed.write, ({ user, params }) => grants.revoke(user, params.id, params.share_id))
  route(app, restoreShare, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params }) =>
    grants.restore(user, params.id, params.share_id),
  )
  route(app, remindShare, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params }) =>
    grants.remind(user, params.id, params.share_id),
  )
  route(app, listContacts, byUser.evenClosed.read, ({ user }) => giving.listContacts(user))
  route(app, confirmShare, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params }) =>
    grants.confirm(user, params.id, params.share_id),
  )
  route(app, listEndedKeys, byUser.evenClosed.read, ({ user }) => requests.list(user))
  route(app, askAgain, byUser.evenClosed.write, ({ user, params }) => requests.ask(user, params.id))
  route(app, leaveKey, byUser.evenClosed.write, ({ user, params }) => grants.leave(user, params.id))
}
