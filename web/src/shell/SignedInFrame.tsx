import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { removeAuthToken } from '../lib/auth-token.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { useSignOut } from '../sessions/use-sign-out.ts'
import { Header } from './Header.tsx'
import { Outage } from './Outage.tsx'
import { ShellSkeleton } from './ShellSkeleton.tsx'

/** The header and, beneath it, a screen; both wait for the person to be known. Who cannot be looked up has to sign in again. */
export function SignedInFrame({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { data: user, error, refetch, isFetching } = useQuery(currentUserQuery)
  const isOutage = error instanceof ApiError && error.isOutage
  const isRefused = user === undefined && error !== null && !isOutage
  useEffect(() => {
    if (!isRefused) return
    removeAuthToken()
    void navigate({ to: '/login' })
  }, [isRefused, navigate])

  if (user) {
    return (
      <>
        <Header user={user} onSignOut={() => void signOut()} />
        {children}
      </>
    )
  }
  if (isOutage) return <Outage message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
  return <ShellSkeleton />
}
