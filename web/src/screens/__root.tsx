import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Failure } from '../shell/Failure.tsx'
import { WidgetSetup } from '../shell/WidgetSetup.tsx'
import { NotFound } from '../shell/NotFound.tsx'
import { Toaster } from '../ui/Toaster.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
  notFoundComponent: NotFound,
  errorComponent: Failure,
})

function Root() {
  return (
    <WidgetSetup>
      <Outlet />
      <Toaster />
    </WidgetSetup>
  )
}
