import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../lib/api-error.ts'
import { readAuthToken, removeAuthToken } from '../lib/auth-token.ts'
import { currentUserQuery } from '../sessions/current-user.ts'

/** For screens that need a sign-in. */
export function requireSignIn(): void {
  if (readAuthToken() === null) throw redirect({ to: '/login' })
}

/** For screens of administrators: others go to their dashboard; who cannot be looked up goes to the sign-in screen. */
export async function requireAdmin(client: QueryClient): Promise<void> {
  requireSignIn()
  const user = await client.ensureQueryData(currentUserQuery).catch((error: unknown) => {
    // An outage is shown on the page and passes; nobody has to sign in anew for it.
    if (error instanceof ApiError && error.isOutage) throw error
    removeAuthToken()
    throw redirect({ to: '/login' })
  })
  if (user.role !== 'admin') throw redirect({ to: '/dashboard' })
}

/** For the sign-in screens: who is signed in already has nothing to do there. */
export async function sendSignedInHome(client: QueryClient): Promise<void> {
  if (readAuthToken() === null) return
  const user = await client.ensureQueryData(currentUserQuery).catch(() => undefined)
  if (user) throw redirect({ to: user.role === 'admin' ? '/admin' : '/dashboard' })
}
