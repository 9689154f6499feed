import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useIsSettled } from '../lib/use-is-settled.ts'
import { Failure } from '../shell/Failure.tsx'
import { WidgetSetup } from '../shell/WidgetSetup.tsx'
import { Toaster } from '../ui/Toaster.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: () => (
    <Suspense>
      <NotFound />
    </Suspense>
  ),
  errorComponent: Failure,
})

const NotFound = lazy(async () => ({ default: (await import('../shell/NotFound.tsx')).NotFound }))

// Should it not arrive, everything but its own hints works all the same.
const LateShell = lazy(async (): Promise<{ default: () => ReactNode }> => {
  const module = await import('../shell/LateShell.tsx').catch(() => undefined)
  return { default: module?.LateShell ?? (() => null) }
})

function Root() {
  const isSettled = useIsSettled()
  return (
    <WidgetSetup>
      <Outlet />
      <Toaster />
      <Suspense>{isSettled && <LateShell />}</Suspense>
    </WidgetSetup>
  )
}
