import { readInvitation } from '@twofold/contract/links'
import { listKeys } from '@twofold/contract/keys'
import {
  addGroup,
  addGroupMember,
  changeGroupMember,
  confirmGroupMember,
  deleteGroup,
  getGroup,
  leaveGroup,
  listGroups,
  removeGroupMember,
  renameGroup,
} from '@twofold/contract/groups'
import { askAgain, listEndedKeys } from '@twofold/contract/ended-keys'
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
} from '@twofold/contract/sharing'
import { acceptOffer, declineOffer, findOffer, listOffers, transferKey, withdrawOffer } from '@twofold/contract/hand-over'
import { byUser } from '../platform/http/callers.ts'
import { route } from '../platform/http/route.ts'
import type { App } from '../platform/http/route.ts'
import type { ShareRequestsService } from './share-requests.service.ts'
import type { GrantsService } from './grants.service.ts'
import type { GroupsService } from './groups.service.ts'
import type { InvitationsService } from './invitations.service.ts'
import type { SharesService } from './shares.service.ts'
import type { VisibleKeysService } from './visible-keys.service.ts'
import type { OffersService } from './hand-over-offers.service.ts'

export interface SharingRoutesServices {
  sharing: VisibleKeysService
  shares: SharesService
  grants: GrantsService
  offers: OffersService
  asks: ShareRequestsService
  groups: GroupsService
  invitations: Pick<InvitationsService, 'read'>
}

export function sharingRoutes(app: App, { sharing, shares, grants, offers, asks, groups, invitations }: SharingRoutesServices): void {
  const { findSession } = sharing
  const programs = { kinds: ['pat', 'cli', 'svc'], scope: 'keys:read' } as const
  route(app, listKeys, { role: 'principal', limit: 'read', findSession, programs }, async ({ found, principal }) =>
    found === undefined ? sharing.listForProgram(principal) : sharing.listVisible(found, principal),
  )

  route(app, readInvitation, { role: 'public', limit: 'link' }, ({ body }) => invitations.read(body.token))

  const rules = ({ expires_at }: { expires_at?: string | null | undefined }) => shares.checkEnd(expires_at)
  const devices = { kinds: ['cli'], scope: null, needsPin: true } as const
  route(app, shareKey, { ...byUser.write, rules, programs: devices }, ({ user, params, body }) => shares.share(user, params.id, body))
  route(app, shareKeys, { ...byUser.write, rules }, ({ user, body }) => shares.shareMany(user, body))
  route(app, listShares, { ...byUser.read, readsTogether: true }, ({ user, params }) => grants.list(user, params.id))
  route(app, changeShare, { ...byUser.write, rules }, ({ user, params, body }) => grants.change(user, params.id, params.share_id, body))
  route(app, revokeShare, byUser.write, ({ user, params }) => grants.revoke(user, params.id, params.share_id))
  route(app, restoreShare, byUser.write, ({ user, params }) => grants.restore(user, params.id, params.share_id))
  route(app, remindShare, byUser.write, ({ user, params }) => grants.remind(user, params.id, params.share_id))
  route(app, listContacts, byUser.read, ({ user }) => shares.listContacts(user))
  route(app, confirmShare, byUser.write, ({ user, params }) => grants.confirm(user, params.id, params.share_id))
  route(app, listEndedKeys, byUser.read, ({ user }) => asks.list(user))
  route(app, askAgain, byUser.write, ({ user, params }) => asks.ask(user, params.id))
  route(app, leaveKey, byUser.write, ({ user, params }) => grants.leave(user, params.id))

  route(app, transferKey, { ...byUser.write, needsPin: true }, ({ user, params, body }) => offers.offer(user, params.id, body.email))
  route(app, findOffer, { ...byUser.read, readsTogether: true }, ({ user, params }) => offers.find(user, params.id))
  route(app, withdrawOffer, byUser.write, ({ user, params }) => offers.withdraw(user, params.id))
  route(app, listOffers, byUser.read, ({ user }) => offers.list(user))
  route(app, acceptOffer, byUser.write, ({ user, params }) => offers.accept(user, params.id))
  route(app, declineOffer, byUser.write, ({ user, params }) => offers.decline(user, params.id))

  groupsRoutes(app, groups)
}

function groupsRoutes(app: App, groups: GroupsService): void {
  route(app, listGroups, { ...byUser.read, readsTogether: true }, ({ user }) => groups.list(user))
  route(app, addGroup, byUser.write, ({ user, body }) => groups.add(user, body.name))
  route(app, getGroup, byUser.read, ({ user, params }) => groups.get(user, params.id))
  route(app, renameGroup, byUser.write, ({ user, params, body }) => groups.rename(user, params.id, body.name))
  route(app, deleteGroup, byUser.write, ({ user, params }) => groups.remove(user, params.id))
  route(app, addGroupMember, byUser.write, ({ user, params, body }) => groups.addMember(user, params.id, body.email))
  route(app, changeGroupMember, byUser.write, ({ user, params, body }) =>
    groups.setManager(user, params.id, params.member_id, body.manages_service_accounts),
  )
  route(app, removeGroupMember, byUser.write, ({ user, params }) => groups.removeMember(user, params.id, params.member_id))
  route(app, confirmGroupMember, byUser.write, ({ user, params }) => groups.confirmMember(user, params.id, params.member_id))
  route(app, leaveGroup, byUser.write, ({ user, params }) => groups.leave(user, params.id))
}
