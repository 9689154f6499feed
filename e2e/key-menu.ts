import type { Page } from '@playwright/test'

/** Opens the menu of a key's card and takes an entry. */
export async function chooseInMenu(page: Page, key: string, entry: string) {
  await page.getByRole('button', { name: `More for ${key}`, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
