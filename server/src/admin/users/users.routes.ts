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
import { type App, route } from '../../platform/http/route.ts'
import type { Identity } from '../../platform/identity.ts'
import type { UserAdmissionService } from './user-admission.service.ts'
import type { UserChangesService } from './user-changes.service.ts'
import type { UserRestorationService } from './user-restoration.service.ts'
import type { UsersService } from './users.service.ts'
import * as acts from './weighty-acts.ts'

interface Services {
  users: UsersService
  changes: UserChangesService
  admission: UserAdmissionService
  restoration: UserRestorationService
}

export function usersRoutes(app: App, services: Services): void {
  readingRoutes(app, services.users)
  changingRoutes(app, services)
}

function readingRoutes(app: App, users: UsersService): void {
  const { findSession } = users
  route(app, listUsers, { ...byAdmin.evenClosed.read, findSession, readsTogether: true }, ({ query, found }) =>
    users.list(query, found.users),
  )
  /** Views of somebody's account are recorded in the audit log, and in that person's profile. */
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
  route(app, getUser, byAdmin.evenClosed.read, async ({ user, params: { id } }) => ({
    user: await look(user, id, 'account', users.detail(id)),
  }))
  route(app, listUserKeys, byAdmin.evenClosed.read, async ({ user, params: { id } }) => ({
    data: await look(user, id, 'keys', users.keys(id)),
  }))
  route(app, listUserShares, byAdmin.evenClosed.read, ({ user, params: { id } }) => look(user, id, 'shares', users.shares(id)))
  route(app, listUserSessions, byAdmin.evenClosed.read, async ({ user, params: { id } }) => ({
    data: await look(user, id, 'sessions', users.sessions(id, user)),
  }))
  route(app, listUserDevices, byAdmin.evenClosed.read, async ({ user, params: { id } }) => ({
    data: await look(user, id, 'devices', users.devices(id)),
  }))
  route(app, exportUser, byAdmin.evenClosed.read, ({ user, params }) => users.export(user, params.id))
}

function changingRoutes(app: App, { changes, admission, restoration }: Services): void {
  const rules = admission.requireFree
  route(app, createUser, { ...byAdmin.evenClosed.write, approval: acts.creation, rules }, ({ user, body }) => admission.create(user, body))
  route(app, inviteUser, { ...byAdmin.evenClosed.atOnce, rules }, ({ user, body }) => admission.invite(user, body))
  route(app, makeResetLink, byAdmin.evenClosed.atOnce, ({ user, client, params, body }) =>
    admission.makeResetLink(user, client, params.id, body.delivery),
  )

  route(app, countImpact, { ...byAdmin.evenClosed.atOnce, isAudited: false }, ({ body }) => changes.impact(body))
  route(app, bulkUsers, { ...byAdmin.evenClosed.write, approval: acts.actOnMany }, ({ user, client, body }) =>
    changes.bulk({ user, client }, body),
  )
  route(app, updateUser, { ...byAdmin.evenClosed.write, approval: acts.changeOfAddress, rules }, ({ user, client, params, body }) =>
    changes.update({ user, client }, params.id, body),
  )
  route(app, setUserStatus, { ...byAdmin.evenClosed.write, approval: acts.changeOfStatus }, ({ user, client, params, body }) =>
    changes.setActive({ user, client }, params.id, body.is_active, body.reason),
  )
  route(app, setUserRole, { ...byAdmin.evenClosed.write, approval: acts.changeOfRole }, ({ user, client, params, body }) =>
    changes.setRole({ user, client }, params.id, body.role),
  )
  route(app, resetUserPassword, { ...byAdmin.evenClosed.write, approval: acts.newPassword }, ({ user, client, params, body }) =>
    changes.resetPassword({ user, client }, params.id, body.new_password),
  )
  route(app, resetUserPin, { ...byAdmin.evenClosed.write, approval: acts.newPin }, ({ user, client, params, body }) =>
    changes.resetPin({ user, client }, params.id, body.new_pin),
  )
  route(app, removeUserFactors, { ...byAdmin.evenClosed.write, approval: acts.lossOfFactors }, ({ user, client, params }) =>
    changes.removeFactors({ user, client }, params.id),
  )
  route(app, revokeUserSessions, byAdmin.evenClosed.atOnce, ({ user, client, params }) =>
    changes.revokeSessions({ user, client }, params.id),
  )
  route(app, releaseUser, { ...byAdmin.write, whileClosed: 'lets out', approval: 'given' }, ({ user, client, params }) =>
    changes.release({ user, client }, params.id),
  )
  route(app, unlockUser, byAdmin.evenClosed.atOnce, ({ user, client, params }) => changes.unlock({ user, client }, params.id))
  route(app, verifyUserEmail, byAdmin.evenClosed.atOnce, ({ user, client, params }) => changes.verifyEmail({ user, client }, params.id))
  route(app, previewRestore, byAdmin.evenClosed.read, ({ params }) => restoration.preview(params.id))
  route(app, restoreUser, { ...byAdmin.evenClosed.write, approval: acts.restoration }, ({ user, params, body }) =>
    restoration.restore(user, params.id, body.email),
  )
  route(app, deleteUser, { ...byAdmin.evenClosed.write, approval: acts.deletion }, ({ user, client, params }) =>
    changes.remove({ user, client }, params.id),
  )
}
