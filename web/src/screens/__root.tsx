import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { latePart } from '../lib/late-part.ts'
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

const NotFound = latePart(() => import('../shell/NotFound.tsx').then((module) => module.NotFound))

const LateShell = latePart(() => import('../shell/LateShell.tsx').then((module) => module.LateShell))

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
