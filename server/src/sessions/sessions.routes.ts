import { acceptInvitation, endSession, listSessions } from '@twofold/contract/links'
import {
  checkSetupLink,
  getCurrentUser,
  getCurrentUserAlias,
  setUp,
  signIn,
  signOut,
  signOutAlias,
  signUp,
} from '@twofold/contract/sessions'
import { say } from '@twofold/contract/sentences/sentences'
import { answerOpened } from '../platform/http/answer-opened.ts'
import { byUser } from '../platform/http/callers.ts'
import { type App, route } from '../platform/http/route.ts'
import type { SessionsService } from './sessions.service.ts'

/** Reading one's identity and signing out are possible at every stage. */
const anyStage = ['full', 'second_factor', 'stopped', 'password_change', 'enrolment'] as const

export function sessionsRoutes(app: App, sessions: SessionsService): void {
  route(app, signIn, { role: 'public', limit: ['sign_in', 'sign_in_failures'], duringMaintenance: true }, async (request) =>
    answerOpened(request, await sessions.signIn(request.body, request.client, request.forgiveWith)),
  )
  route(app, signUp, { role: 'public', limit: ['sign_up', 'sign_up_recipient'] }, async (request) =>
    answerOpened(request, await sessions.signUp(request.body, request.client)),
  )
  route(app, checkSetupLink, { role: 'public', limit: 'setup', duringMaintenance: true }, ({ body }) => sessions.checkSetupLink(body.token))
  route(app, setUp, { role: 'public', limit: 'setup', duringMaintenance: true }, async (request) =>
    answerOpened(request, await sessions.setUp(request.body, request.client)),
  )

  for (const endpoint of [signOut, signOutAlias]) {
    const options = { ...byUser.evenClosed.write, stages: anyStage, whileLocked: true, duringMaintenance: true } as const
    route(app, endpoint, options, async ({ user, setSessionHalf }) => {
      await sessions.signOut(user)
      setSessionHalf(undefined)
      return say('session.signed_out')
    })
  }
  for (const endpoint of [getCurrentUser, getCurrentUserAlias]) {
    route(app, endpoint, { ...byUser.evenClosed.read, stages: anyStage, whileLocked: true }, ({ user }) => sessions.currentUser(user))
  }

  route(app, acceptInvitation, { role: 'public', limit: 'sign_up' }, async (request) =>
    answerOpened(request, await sessions.acceptInvitation(request.body, request.client)),
  )
  route(app, listSessions, byUser.evenClosed.read, ({ user }) => sessions.list(user))
  route(app, endSession, byUser.evenClosed.write, ({ user, params, client }) => sessions.end(user, params.id, client))
}
