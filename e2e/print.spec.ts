import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseInMenu } from './key-menu.ts'
import { addKey, enter } from './people.ts'
import { readQr } from './read-qr.ts'
import { dialog, enterPin } from './security-page.ts'

/** As wide as a sheet of paper. */
async function showOnPaper(page: Page) {
  await page.setViewportSize({ width: 720, height: 1000 })
  await page.emulateMedia({ media: 'print' })
}

test('the vault that is set to dark is printed on white, without anything that leads elsewhere or is pressed', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await page.addInitScript(() => localStorage.setItem('scheme', 'dark'))
  await enter(page, person)
  await expect(page.getByRole('article', { name: 'Code host' })).toBeVisible()
  await showOnPaper(page)
  await expect(page.getByRole('article', { name: 'Code host' })).toBeVisible()
  for (const role of ['banner', 'navigation', 'toolbar'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Share Code host' })).not.toBeInViewport()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
})

test('a dialog on the vault is printed alone, and the focus stays in it', async ({ page, person, guard }) => {
  guard.allow(/status of 403/)
  await addKey(person, { name: 'Code host' })
  await addKey(person, { name: 'Bank' })
  await enter(page, person)
  await chooseInMenu(page, 'Code host', 'Secret and QR code')
  await enterPin(page, person.pin)
  const secret = dialog(page, 'Secret and QR code')
  const copy = secret.getByRole('button', { name: 'Copy secret' })
  await copy.focus()
  await showOnPaper(page)
  await expect(page.locator('#root')).toBeHidden()
  await expect(copy).not.toBeInViewport()
  await expect(secret.getByRole('button', { name: 'Done' })).toBeHidden()
  expect(await readQr(secret.getByRole('img', { name: 'QR code for Code host' }))).toHaveLength(1)
  await expect(copy).toBeFocused()
})
