import { exportUser, getUser, listUserDevices, listUserKeys, listUserSessions, listUserShares } from '@twofold/contract/admin/user-detail'
import {
  bulkUsers,
  countImpact,
  createUser,
  deleteUser,
  inviteUser,
  listUsers,
  makeResetLink,
  removeUserFactors,
  releaseUser,
  resetUserPassword,
  resetUserPin,
  revokeUserSessions,
  setUserRole,
  setUserStatus,
  unlockUser,
  updateUser,
  verifyUserEmail,
} from '@twofold/contract/admin/users'
import { previewRestore, restoreUser } from '@twofold/contract/admin/restored-users'
import { byAdmin } from '../../platform/http/callers.ts'
import { route } from '../../platform/http/route.ts'
import type { App } from '../../platform/http/route.ts'
import type { Identity } from '../../platform/identity.ts'
import type { UserAdmissionService } from './user-admission.service.ts'
import type { UserChangesService } from './user-changes.service.ts'
import type { UserRestorationService } from './user-restoration.service.ts'
import type { UsersService } from './users.service.ts'

export function usersRoutes(
  app: App,
  {
    users,
    changes,
    admission,
    restoration,
  }: {
    users: UsersService
    changes: UserChangesService
    admission: UserAdmissionService
    restoration: UserRestorationService
  },
): void {
  const { findSession } = users
  route(app, listUsers, { ...byAdmin.read, findSession, readsTogether: true }, ({ query, found }) => users.list(query, found.users))
  /** What an administrator sees of somebody's account stands in the audit log, and in that person's profile. */
  const look = async <T>(
    user: Pick<Identity, 'id'>,
    id: string,
    what: Parameters<UsersService['noteLook']>[2],
    seen: Promise<T>,
  ): Promise<T> => {
    const answer = await seen
    await users.noteLook(user, id, what)
    return answer
  }
  route(app, getUser, byAdmin.read, async ({ user, params: { id } }) => ({ user: await look(user, id, 'account', users.detail(id)) }))
  route(app, listUserKeys, byAdmin.read, async ({ user, params: { id } }) => ({ data: await look(user, id, 'keys', users.keys(id)) }))
  route(app, listUserShares, byAdmin.read, ({ user, params: { id } }) => look(user, id, 'shares', users.shares(id)))
  route(app, listUserSessions, byAdmin.read, async ({ user, params: { id } }) => ({
    data: await look(user, id, 'sessions', users.sessions(id, user)),
  }))
  route(app, listUserDevices, byAdmin.read, async ({ user, params: { id } }) => ({
    data: await look(user, id, 'devices', users.devices(id)),
  }))
  route(app, exportUser, byAdmin.read, ({ user, params }) => users.export(user, params.id))

  const rules = admission.requireFree
  route(app, createUser, { ...byAdmin.write, rules }, ({ user, body }) => admission.create(user, body))
  route(app, inviteUser, { ...byAdmin.write, rules }, ({ user, body }) => admission.invite(user, body))
  route(app, makeResetLink, byAdmin.write, ({ user, client, params, body }) =>
    admission.makeResetLink(user, client, params.id, body.delivery),
  )

  route(app, countImpact, { ...byAdmin.write, isAudited: false }, ({ body }) => changes.impact(body))
  route(app, bulkUsers, byAdmin.write, ({ user, client, body }) => changes.bulk({ user, client }, body))
  route(app, updateUser, { ...byAdmin.write, rules }, ({ user, client, params, body }) => changes.update({ user, client }, params.id, body))
  route(app, setUserStatus, byAdmin.write, ({ user, client, params, body }) =>
    changes.setActive({ user, client }, params.id, body.is_active, body.reason),
  )
  route(app, setUserRole, byAdmin.write, ({ user, client, params, body }) => changes.setRole({ user, client }, params.id, body.role))
  route(app, resetUserPassword, byAdmin.write, ({ user, client, params, body }) =>
    changes.resetPassword({ user, client }, params.id, body.new_password),
  )
  route(app, resetUserPin, byAdmin.write, ({ user, client, params, body }) => changes.resetPin({ user, client }, params.id, body.new_pin))
  route(app, removeUserFactors, byAdmin.write, ({ user, client, params }) => changes.removeFactors({ user, client }, params.id))
  route(app, revokeUserSessions, byAdmin.write, ({ user, client, params }) => changes.revokeSessions({ user, client }, params.id))
  route(app, releaseUser, byAdmin.write, ({ user, client, params }) => changes.release({ user, client }, params.id))
  route(app, unlockUser, byAdmin.write, ({ user, client, params }) => changes.unlock({ user, client }, params.id))
  route(app, verifyUserEmail, byAdmin.write, ({ user, client, params }) => changes.verifyEmail({ user, client }, params.id))
  route(app, previewRestore, byAdmin.read, ({ params }) => restoration.preview(params.id))
  route(app, restoreUser, byAdmin.write, ({ user, params, body }) => restoration.restore(user, params.id, body.email))
  route(app, deleteUser, byAdmin.write, ({ user, client, params }) => changes.remove({ user, client }, params.id))
}
