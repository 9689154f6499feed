import './main.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readAuthToken, watchAuthToken } from './lib/auth-token.ts'
import { onSessionEnded, onStepRequired } from './lib/call.ts'
import { startTexts } from './lib/i18n.ts'
import { holdInstallPrompt } from './lib/install-offer.ts'
import { createQueryClient } from './lib/query-client.ts'
import { isOutsideTheVault, knowTheVault, rememberReturnPath } from './lib/return-path.ts'
import { forgetSessionEnd, noteSessionEnd } from './lib/session-end.ts'
import { routeTree } from './route-tree.generated.ts'
import { currentUserQuery } from './sessions/current-user.ts'
import { ShellSkeleton } from './shell/ShellSkeleton.tsx'

holdInstallPrompt()

const queryClient = createQueryClient()
/** Fetched late; registered at once, to hear of each step before the router does. */
let onHistoryStep: ((event: PopStateEvent) => void) | undefined
window.addEventListener('popstate', (event) => onHistoryStep?.(event), { capture: true })

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // The query client knows what is fresh.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultPendingComponent: ShellSkeleton,
  defaultPendingMs: 0,
  defaultPendingMinMs: 0,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

knowTheVault((pathname) => {
  const [matched, , screen] = router.getMatchedRoutes(pathname)
  return screen !== undefined && matched.some(({ id }: { id: string }) => id === '/_signed-in' || id === '/admin')
})

/** This tab was in a session that is over: the sign-in screen says why, and leads back to here. */
function leavePlace() {
  noteSessionEnd()
  rememberReturnPath(window.location, queryClient.getQueryData(currentUserQuery.queryKey)?.id)
}

onSessionEnded(() => {
  leavePlace()
  if (isOutsideTheVault(window.location.pathname)) return
  void router.navigate({ to: '/login' }).then(() => queryClient.clear())
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

/** The outline in index.html stays until the screen and its scripts are there, so that no empty page flashes up in between. */
async function start() {
  await startTexts()
  // Who came by an address of the vault is led there after the sign-in.
  if (readAuthToken() === null) rememberReturnPath(window.location)
  await router.load()
  // Not before: a router whose history somebody listens to leaves the redirects of its first load to them.
  void import('./shell/dialog-history.ts').then(
    ({ watchDialogHistory }) => (onHistoryStep = watchDialogHistory(router)),
    () => undefined,
  )
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

// No `await` at the top: the scripts of a screen import from this one, and would wait for it while it waits for them.
void start()
