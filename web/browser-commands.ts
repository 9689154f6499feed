import { defineBrowserCommand } from '@vitest/browser-playwright'

/** Shows the page as to somebody who prefers this color scheme; null: whatever the browser does by itself. */
export const preferScheme = defineBrowserCommand<[scheme: 'light' | 'dark' | null]>(async ({ page }, colorScheme) => {
  await page.emulateMedia({ colorScheme })
})

/** Shows the page in the few colors that somebody has chosen for everything, as the contrast themes of Windows do; or no longer. */
export const forceColors = defineBrowserCommand<[isOn: boolean]>(async ({ page }, isOn) => {
  await page.emulateMedia({ forcedColors: isOn ? 'active' : null })
})

/** Shows the page with all its movements, as to somebody who does not ask for less of them; or no longer. */
export const allowMotion = defineBrowserCommand<[isOn: boolean]>(async ({ page }, isOn) => {
  await page.emulateMedia({ reducedMotion: isOn ? 'no-preference' : 'reduce' })
})

/** Ends when the page that asked last has left the clipboard. */
let lastTurn = Promise.resolve()
const leave = new Map<string, () => void>()

/** Waits until no other page of the browser uses the clipboard. */
export const takeClipboard = defineBrowserCommand(({ sessionId }) => {
  const turn = lastTurn
  lastTurn = new Promise((resolve) => leave.set(sessionId, resolve))
  return turn
})

export const leaveClipboard = defineBrowserCommand(({ sessionId }) => leave.get(sessionId)?.())
