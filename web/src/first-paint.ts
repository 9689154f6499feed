/*
 * A script of its own that the page waits for: a few lines, so that somebody who chose the dark scheme sees no white flash while the
 * application is on its way, and sees the outline of the right screen (shell/outline.css). Inline it could be no smaller, but the
 * Content-Security-Policy lets no inline script in.
 */
import { readAuthToken } from './lib/auth-token.ts'
import { applyDisplay } from './shell/display.ts'

applyDisplay()
document.documentElement.dataset.outline = readAuthToken() === null ? 'gate' : 'vault'
