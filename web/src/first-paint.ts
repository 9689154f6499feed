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
// Most people come for the codes. A page that is not visible yet gets none.
if (['/', '/dashboard'].includes(location.pathname) && document.visibilityState === 'visible') {
  askEarly([getCurrentUser, listKeys, generateCodes].map(({ path }) => `/api${path}`))
  // The first formatted date takes 50 ms on a phone. Done here while idle, before the cards need it. Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in window) requestIdleCallback(() => Intl.DateTimeFormat.supportedLocalesOf('en'))
}
