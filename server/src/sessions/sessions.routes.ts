import {
  checkSetupLink,
  getCurrentUser,
  getCurrentUserAlias,
  requestPasswordReset,
  requestVerification,
  setUp,
  signIn,
  signOut,
  signOutAlias,
  signUp,
} from '@twofold/contract/sessions'
import { fail } from '../platform/fail.ts'
import { route } from '../platform/http/route.ts'
import type { App, RequestContext } from '../platform/http/route.ts'
import type { OpenedSession, SessionsService } from './sessions.service.ts'

export function sessionsRoutes(app: App, sessions: SessionsService): void {
  route(app, signIn, { role: 'public', limit: 'sign_in' }, async (request) =>
    answer(request, await sessions.signIn(request.body, request.client)),
  )
  route(app, signUp, { role: 'public', limit: 'sign_up' }, async (request) =>
    answer(request, await sessions.signUp(request.body, request.client)),
  )
  route(app, checkSetupLink, { role: 'public', limit: 'setup' }, ({ body }) => sessions.checkSetupLink(body.token))
  route(app, setUp, { role: 'public', limit: 'setup' }, async (request) =>
    answer(request, await sessions.setUp(request.body, request.client)),
  )

  for (const endpoint of [signOut, signOutAlias]) {
    route(app, endpoint, { role: 'user', limit: 'write' }, async ({ user, setSessionHalf }) => {
      await sessions.signOut(user)
      setSessionHalf(undefined)
      return { message: 'You have signed out.' }
    })
  }
  for (const endpoint of [getCurrentUser, getCurrentUserAlias]) {
    route(app, endpoint, { role: 'user', limit: 'read' }, ({ user }) => sessions.currentUser(user))
  }

  // Without a way to send mail, saying that a mail was sent would be a lie.
  for (const endpoint of [requestVerification, requestPasswordReset]) {
    route(app, endpoint, { role: 'public', limit: 'mail_link' }, () => Promise.reject(fail('mail.unavailable')))
  }
}

function answer(request: RequestContext, opened: OpenedSession) {
  if (opened.browserHalf !== undefined) request.setSessionHalf(opened.browserHalf.value, opened.browserHalf.maxAge)
  return opened.answer
}
