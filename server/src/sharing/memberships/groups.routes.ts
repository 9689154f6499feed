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
} from '@twofold/contract/sharing/memberships'
import { byUser } from '../../platform/http/callers.ts'
import { type App, route } from '../../platform/http/route.ts'
import type { GroupsService } from './groups.service.ts'

export function groupsRoutes(app: App, groups: GroupsService): void {
  route(app, listGroups, { ...byUser.evenClosed.read, readsTogether: true }, ({ user }) => groups.list(user))
  route(app, addGroup, byUser.evenClosed.write, ({ user, body }) => groups.add(user, body.name))
  route(app, getGroup, byUser.evenClosed.read, ({ user, params }) => groups.get(user, params.id))
  route(app, renameGroup, byUser.evenClosed.write, ({ user, params, body }) => groups.rename(user, params.id, body.name))
  route(app, deleteGroup, byUser.evenClosed.write, ({ user, params }) => groups.remove(user, params.id))
  route(app, addGroupMember, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params, body }) =>
    groups.addMember(user, params.id, body.email),
  )
  route(app, changeGroupMember, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params, body }) =>
    groups.setManager(user, params.id, params.member_id, body.manages_service_accounts),
  )
  route(app, removeGroupMember, byUser.evenClosed.write, ({ user, params }) => groups.removeMember(user, params.id, params.member_id))
  route(app, confirmGroupMember, { ...byUser.write, whileClosed: 'lets out' }, ({ user, params }) =>
    groups.confirmMember(user, params.id, params.member_id),
  )
  route(app, leaveGroup, byUser.evenClosed.write, ({ user, params }) => groups.leave(user, params.id))
}
