import { isCancelledError, type QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { CurrentUser } from '@twofold/contract/sessions'
import { ApiError } from '../lib/api-error.ts'
import { readAuthToken, removeAuthToken } from '../lib/auth-token.ts'
import { takeReturnPath } from '../lib/return-path.ts'
import { currentUserQuery } from '../sessions/current-user.ts'

/** The screen that completes an unfinished sign-in. */
export function unfinishedStep(user: CurrentUser): '/second-step' | '/account-closed' | '/new-password' | '/second-factor' | undefined {
  if (user.second_factor_required) return '/second-step'
  if (user.is_stopped) return '/account-closed'
  if (user.password_change_required) return '/new-password'
  return user.enrolment_required ? '/second-factor' : undefined
}

export const homeOf = (user: CurrentUser) => (user.role === 'admin' ? '/admin' : '/dashboard')

/** For screens that need a sign-in. */
export function requireSignIn(): void {
  if (readAuthToken() === null) throw redirect({ to: '/login' })
}

/** For administrators' screens: others go to their dashboard; a user who cannot be loaded goes to the sign-in screen. */
export async function requireAdmin(client: QueryClient): Promise<void> {
  const user = await requireUser(client)
  const step = unfinishedStep(user)
  if (step) throw redirect({ to: step })
  if (user.role !== 'admin') throw redirect({ to: '/dashboard' })
}

/** For the screens that complete a sign-in: only users whose next step it is may stay. */
export async function requireStep(client: QueryClient, step: '/second-step' | '/new-password' | '/second-factor'): Promise<CurrentUser> {
  const user = await requireUser(client)
  const due = unfinishedStep(user)
  if (due !== step) throw redirect({ href: due ?? takeReturnPath(user.id) ?? homeOf(user) })
  return user
}

/** For the page about an account that is closed after somebody else's act: others go home. */
export async function requireClosed(client: QueryClient): Promise<CurrentUser> {
  const user = await requireUser(client)
  const due = unfinishedStep(user)
  if (due === '/account-closed' || (due === undefined && user.codes_closed_until !== null)) return user
  throw redirect({ href: due ?? homeOf(user) })
}

async function requireUser(client: QueryClient): Promise<CurrentUser> {
  requireSignIn()
  return client.ensureQueryData(currentUserQuery).catch((error: unknown) => {
    // Not a refusal: another caller of the same query has left, which cancels it for everybody.
    if (isCancelledError(error)) return requireUser(client)
    // It is shown on the page and passes, without another sign-in.
    if (error instanceof ApiError && error.isPassing) throw error
    removeAuthToken()
    throw redirect({ to: '/login' })
  })
}

/** For the sign-in screens: a signed-in user returns to where they were, or home. `preload`: the screen is not open yet. */
export async function sendSignedInHome(client: QueryClient, preload: boolean): Promise<void> {
  if (preload || readAuthToken() === null) return
  const user = await client.ensureQueryData(currentUserQuery).catch(() => undefined)
  if (user) throw redirect({ href: unfinishedStep(user) ?? takeReturnPath(user.id) ?? homeOf(user) })
}
