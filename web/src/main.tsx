import './main.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createApplication } from './application.ts'
import { ApplicationRoot } from './ApplicationRoot.tsx'
import { followArrivals } from './lib/arrivals.ts'
import { readAuthToken } from './lib/auth-token.ts'
import { startTexts } from './lib/i18n.ts'
import { holdInstallPrompt } from './lib/install-offer.ts'
import { nextTask, untilAnswered } from './lib/first-draw.ts'
import { rememberReturnPath } from './lib/return-path.ts'

holdInstallPrompt()
// Before anything else reads or stores the address: its fragment may be a secret.
followArrivals()

/** Fetched late; registered at once, to hear of each step before the router does. */
let onHistoryStep: ((event: PopStateEvent) => void) | undefined
window.addEventListener('popstate', (event) => onHistoryStep?.(event), { capture: true })

const router = createApplication()
const { queryClient } = router.options.context

/**
 * The outline in index.html stays until the screen and its scripts are loaded, so that no empty page flashes in between. Split into several tasks, to
 * stay responsive.
 */
async function start() {
  await startTexts()
  await nextTask()
  // A visitor to an address of the vault is returned there after the sign-in.
  if (readAuthToken() === null) rememberReturnPath(window.location)
  await router.load()
  await nextTask()
  // Not earlier: a router whose history has a listener leaves the redirects of its first load to it.
  void import('./shell/dialog-history.ts').then(
    ({ watchDialogHistory }) => (onHistoryStep = watchDialogHistory(router).onPopState),
    () => undefined,
  )
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await untilAnswered(queryClient)
  // A transition, so that the browser gets a word in while the screen is drawn.
  startTransition(() => createRoot(root).render(<ApplicationRoot router={router} />))
}

// No `await` at the top: the scripts of a screen import from this one, and would wait for it while it waits for them.
void start()
