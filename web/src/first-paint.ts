/*
 * A script of its own that the page waits for: a few lines, so that somebody who chose the dark scheme sees no white flash while the
 * application is on its way, and sees the outline of the right screen (shell/outline.css). Inline it could be no smaller, but the
 * Content-Security-Policy lets no inline script in.
 */
import { generateCodes } from '@twofold/contract/codes'
import { listKeys } from '@twofold/contract/keys'
import { getCurrentUser } from '@twofold/contract/sessions'
import { readAuthToken } from './lib/auth-token.ts'
import { askEarly } from './lib/early-answers.ts'
import { applyDisplay } from './shell/display.ts'

applyDisplay()
document.documentElement.dataset.outline = readAuthToken() === null ? 'gate' : 'vault'
// The codes are what people come for. A page that nobody sees yet is not given any.
if (['/', '/dashboard'].includes(location.pathname) && document.visibilityState === 'visible') {
  askEarly([getCurrentUser, listKeys, generateCodes].map(({ path }) => `/api${path}`))
  // Whoever writes the first date waits 50 ms on a phone. The cards do; now there is nothing else to do. Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in window) requestIdleCallback(() => Intl.DateTimeFormat.supportedLocalesOf('en'))
}
