import { toast } from './ui/toast.ts'
import { createRouter } from '@tanstack/react-router'
import { readAuthToken, watchAuthToken } from './lib/auth-token.ts'
import { onSessionEnded, onRequestMade, onStepRequired } from './lib/call.ts'
import { createQueryClient } from './kits/query-client.ts'
import { parseSearch, stringifySearch } from './lib/list-search.ts'
import { isOutsideTheVault, knowTheVault, rememberReturnPath } from './lib/return-path.ts'
import { forgetSessionEnd, noteSessionEnd } from './lib/session-end.ts'
import { routeTree } from './route-tree.generated.ts'
import { currentUserQuery } from './sessions/current-user.ts'
import { PendingScreen } from './shell/PendingScreen.tsx'

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createApplication>
  }
}

/** The router, with the query client in its context, and what both do when a session begins or ends. */
export function createApplication() {
  const queryClient = createQueryClient()
  const router = createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query client knows what is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
  })

  knowTheVault((pathname) => {
    const [matched, , screen] = router.getMatchedRoutes(pathname)
    return screen !== undefined && matched.some(({ id }: { id: string }) => id === '/_signed-in' || id === '/admin')
  })

  /** This tab was in a session that is over: the sign-in screen says why, and leads back to here. */
  const leavePlace = () => {
    noteSessionEnd()
    rememberReturnPath(window.location, queryClient.getQueryData(currentUserQuery.queryKey)?.id)
  }

  onSessionEnded(() => {
    leavePlace()
    if (isOutsideTheVault(window.location.pathname)) return
    void router.navigate({ to: '/login' }).then(() => queryClient.clear())
  })

  // The request's own screen is where its reason is given.
  onRequestMade((message, id) => {
    toast.info(message)
    void queryClient.invalidateQueries({ queryKey: ['admin', 'requests'] })
    void router.navigate({ to: '/admin/requests', search: { id }, ignoreBlocker: true })
  })

  // The frame around the screens knows where a sign-in goes on.
  onStepRequired(() => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }))

  // Another tab signed in or out: this one must not go on showing the vault of somebody else.
  watchAuthToken(() => {
    if (readAuthToken() === null) {
      if (!isOutsideTheVault(window.location.pathname)) leavePlace()
      queryClient.clear()
    } else {
      forgetSessionEnd()
      void queryClient.resetQueries()
    }
    void router.invalidate()
  })
  return router
}
