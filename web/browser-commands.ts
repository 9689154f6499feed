import { defineBrowserCommand } from '@vitest/browser-playwright'

/** Shows the page as to somebody who prefers this colour scheme; null: whatever the browser does by itself. */
export const preferScheme = defineBrowserCommand<[scheme: 'light' | 'dark' | null]>(async ({ page }, colorScheme) => {
  await page.emulateMedia({ colorScheme })
})
