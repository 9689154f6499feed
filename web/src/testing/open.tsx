import type { QueryClient } from '@tanstack/react-query'
import { getInstallation } from '@twofold/contract/accounts'
import type { CallAnswer } from '@twofold/contract/endpoint'
import { passkeyOptions } from '@twofold/contract/factors'
import { breachRange } from '@twofold/contract/links'
import { liveStream } from '@twofold/contract/live'
import { type CurrentUser, getCurrentUser } from '@twofold/contract/sessions'
import { getClosing } from '@twofold/contract/trust'
import { createRoot, type Root } from 'react-dom/client'
import { expect } from 'vitest'
import { createApplication } from '../application.ts'
import { ApplicationRoot } from '../ApplicationRoot.tsx'
import { storeAuthToken } from '../lib/auth-token.ts'
import { noteMaintenanceEnded } from '../lib/maintenance.ts'
import { forgetSessionEnd } from '../lib/session-end.ts'
import { watchDialogHistory } from '../shell/dialog-history.ts'
import { helperDialog } from '../lib/helper-dialog.ts'
import { toast } from '../ui/toast.ts'
import { refusal, serve, serveByDefault } from './server.ts'

type Router = ReturnType<typeof createApplication>

let shown: { root: Root; router: Router; dialogs: ReturnType<typeof watchDialogHistory>; place: HTMLElement } | undefined
let tokens = 0
window.addEventListener('popstate', (event) => shown?.dialogs.onPopState(event), { capture: true })

/** Somebody is signed in. Returns who. */
export function signIn(who: Partial<CurrentUser> = {}): CurrentUser {
  const user: CurrentUser = {
    id: '0198f000-0000-7000-8000-000000000001',
    name: 'Cleo Example',
    email: 'cleo@example.org',
    role: 'user',
    is_active: true,
    avatar: null,
    email_verified: true,
    created_at: '2026-01-01T00:00:00.000Z',
    auto_lock_minutes: null,
    page_language: null,
    is_locked: false,
    codes_closed_until: null,
    ...who,
  }
  tokens += 1
  storeAuthToken(`token-${tokens}`)
  serve(getCurrentUser, user)
  // Looked at each minute.
  serveByDefault(getClosing, { closing: null })
  // No live events, as behind a proxy that blocks streams.
  serveByDefault(liveStream, new Response(null, { status: 204 }))
  return user
}

type Installation = CallAnswer<typeof getInstallation>

/** Opens `path` as the browser would: the whole application, at that address. Opened again, it is as after a reload. */
export async function open(path: string, { installation = {} }: { installation?: Partial<Installation> } = {}): Promise<void> {
  await closeScreen()
  serve(getInstallation, { name: 'Twofold', sign_up: 'open', password_min_length: 8, ...installation })
  // Asked for while somebody types: how often a password was in a breach, and whether the browser knows a passkey.
  serveByDefault(breachRange, { known: false })
  serveByDefault(passkeyOptions, refusal('rate.limited', { seconds: 1 }))
  window.history.replaceState(null, '', path)
  const router = createApplication()
  const { queryClient } = router.options.context
  tryAgainAtOnce(queryClient)
  await router.load()
  const dialogs = watchDialogHistory(router)
  const place = document.body.appendChild(document.createElement('div'))
  place.id = 'root'
  const root = createRoot(place)
  shown = { root, router, dialogs, place }
  root.render(<ApplicationRoot router={router} />)
}

/** In an outage as often as ever, without the pauses. */
function tryAgainAtOnce(queryClient: QueryClient): void {
  const { queries, ...others } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
}

/** Nothing of the page is left, as if its tab were closed. */
export async function closeScreen(): Promise<void> {
  if (shown) {
    const { root, router, dialogs, place } = shown
    const { queryClient } = router.options.context
    shown = undefined
    root.unmount()
    dialogs.stop()
    // A navigation that is on its way would ask for the data of its screen in the middle of the next test.
    queryClient.fetchQuery = () => new Promise<never>(() => {})
    // React lets go of what it watched after it has unmounted.
    await new Promise(requestAnimationFrame)
    queryClient.clear()
    router.history.destroy()
    place.remove()
  }
  toast.dismiss()
  noteMaintenanceEnded()
  forgetSessionEnd()
  helperDialog.set(false)
}

/** Waits until the address bar shows `wanted`: a path with its search, or a pattern. */
export const expectAddress = (wanted: string | RegExp) =>
  expect
    .poll(() => `${window.location.pathname}${window.location.search}`)
    .toEqual(typeof wanted === 'string' ? wanted : expect.stringMatching(wanted))

/** Waits for the parts of the shell that are fetched once the page has loaded. */
export const expectWholeShell = () => expect.poll(() => document.querySelector('.update-notice')).not.toBeNull()
