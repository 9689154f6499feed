import {
  cancelEmailChange,
  changePassword,
  deleteProfile,
  getPreferences,
  getProfile,
  getProfileStats,
  listActivity,
  previewDeletion,
  putPreferences,
  resendEmailChange,
  updateProfile,
} from '@twofold/contract/profile'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { ActivityService } from './activity.service.ts'
import type { DeletionService } from './deletion.service.ts'
import type { PasswordChangesService } from './password-changes.service.ts'
import type { PreferencesService } from './preferences.service.ts'
import type { ProfileService } from './profile.service.ts'

/** A person's calls on their own account. */
export function profileRoutes(
  app: App,
  services: {
    profile: ProfileService
    passwords: Pick<PasswordChangesService, 'change'>
    deletion: Pick<DeletionService, 'preview' | 'delete'>
    activity: Pick<ActivityService, 'list'>
    preferences: PreferencesService
  },
): void {
  const { profile, passwords, deletion, activity, preferences } = services
  route(app, getProfile, byUser.evenClosed.read, ({ user }) => profile.get(user))
  route(
    app,
    updateProfile,
    { role: 'user', limit: ['write', 'own_password'], whileClosed: 'asks itself', rules: profile.check },
    ({ user, body, client, forgiveWith }) => profile.update(user, body, client, forgiveWith),
  )
  route(app, resendEmailChange, { ...byUser.write, whileClosed: 'makes a way in' }, ({ user, client }) =>
    profile.resendEmailChange(user, client),
  )
  route(app, cancelEmailChange, byUser.evenClosed.write, ({ user }) => profile.cancelEmailChange(user))
  route(app, getProfileStats, { ...byUser.evenClosed.read, readsTogether: true }, ({ user }) => profile.stats(user))
  route(
    app,
    changePassword,
    { role: 'user', limit: ['write', 'own_password'], whileClosed: 'open', stages: ['full', 'password_change'] },
    async ({ user, body, client, setSessionHalf, forgiveWith }) => {
      const answer = await passwords.change(user, body, client, forgiveWith)
      setSessionHalf(undefined)
      return answer
    },
  )
  route(app, previewDeletion, { ...byUser.evenClosed.read, readsTogether: true }, ({ user }) => deletion.preview(user))
  route(
    app,
    deleteProfile,
    { role: 'user', limit: ['write', 'own_password'], whileClosed: 'open', locksCaller: true },
    async ({ user, body, client, setSessionHalf, forgiveWith }) => {
      const answer = await deletion.delete(user, body.password, client, forgiveWith)
      setSessionHalf(undefined)
      return answer
    },
  )
  const programs = { kinds: ['pat', 'cli'], scope: 'activity:read' } as const
  route(app, listActivity, { ...byUser.evenClosed.read, programs }, ({ user, query }) => activity.list(user, query.page, query.show))
  route(app, getPreferences, { ...byUser.evenClosed.read, readsTogether: true }, ({ user }) => preferences.list(user))
  route(app, putPreferences, byUser.evenClosed.write, ({ user, body }) => preferences.put(user, body))
}
