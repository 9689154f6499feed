import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { removeAuthToken } from '../lib/auth-token.ts'
import { latePart } from '../lib/late-part.ts'
import { maintenance, noteMaintenanceEnded } from '../lib/maintenance.ts'
import { rememberReturnPath } from '../lib/return-path.ts'
import { useIsSettled } from '../lib/use-is-settled.ts'
import { useLiveValue } from '../lib/use-live-value.ts'
import { currentUserQuery } from '../sessions/current-user.ts'
import { useSignOut } from '../sessions/use-sign-out.ts'
import { loadMenus } from '../ui/Menu.tsx'
import { unfinishedStep } from './guards.ts'
import { MaintenanceGate } from './MaintenanceGate.tsx'
import { Outage } from './Outage.tsx'
import { PinPrompt } from './PinPrompt.tsx'
import { ShellSkeleton } from './ShellSkeleton.tsx'
import { useClosedAccount } from './use-closed-account.ts'
import { VaultGate } from './VaultGate.tsx'

/** Needed only while an account is closed. */
const ClosedBanner = latePart(() => import('./ClosedBanner.tsx').then((module) => module.ClosedBanner))

/** Frame of the screens of one part of the application. */
export type Chrome = ComponentType<{ onSignOut: () => void; children: ReactNode }>

/** A screen in its frame; both wait for the user. A user who cannot be loaded has to sign in again. */
export function SignedInFrame({ chrome: Chrome, children }: { chrome: Chrome; children: ReactNode }) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { data: user, error, refetch, isFetching } = useQuery(currentUserQuery)
  const closed = useLiveValue(maintenance)
  const isSettled = useIsSettled()
  useEffect(() => {
    // Should they not arrive, they are fetched again when a menu is opened.
    if (isSettled) loadMenus().catch(() => {})
  }, [isSettled])
  const isPassing = error instanceof ApiError && error.isPassing
  const isRefused = user === undefined && error !== null && !isPassing
  useEffect(() => {
    if (!isRefused) return
    rememberReturnPath(window.location)
    removeAuthToken()
    void navigate({ to: '/login' })
  }, [isRefused, navigate])

  const step = user && unfinishedStep(user)
  const closing = useClosedAccount(step ? undefined : user)
  useEffect(() => {
    if (!step) return
    rememberReturnPath(window.location, user?.id)
    void navigate({ to: step })
  }, [step, user?.id, navigate])

  // A user who is no administrator learns about it from whichever call comes first, and stays here until it is over.
  if (closed !== null) {
    const look = async () => {
      if ((await refetch()).isSuccess) noteMaintenanceEnded()
    }
    return <MaintenanceGate maintenance={closed} onRetry={() => void look()} retrying={isFetching} onSignOut={() => void signOut()} />
  }
  if (user && !step) {
    return (
      <Chrome onSignOut={() => void signOut()}>
        {closing && (
          <Suspense fallback={null}>
            <ClosedBanner closing={closing} />
          </Suspense>
        )}
        <VaultGate user={user}>
          {children}
          <PinPrompt />
        </VaultGate>
      </Chrome>
    )
  }
  if (isPassing) return <Outage message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
  return <ShellSkeleton />
}
