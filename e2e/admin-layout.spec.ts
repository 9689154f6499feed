import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { addKey, enter } from './people.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find a page, a person or an action' })

/** The frame, which hears Ctrl+K, has been drawn too: its button for the same. */
const ready = (page: Page) => expect(page.getByRole('button', { name: 'Search' })).toBeVisible()

test('Ctrl+K finds a page by its name, also typed while the palette is on its way, and Enter goes there', async ({ page, admin }) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(/AdminPalette/, async (route) => {
    await released
    await route.continue()
  })
  await enter(page, admin, '/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  await ready(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('noti')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('noti')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  release()
  await expect(page.getByRole('menuitem', { name: 'Notifications', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('f')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('notif')
  await expect(page.getByRole('menuitem')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${admin.app.url}/admin/notifications`)
  await expect(palette(page)).toBeHidden()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('no such thing')
  await expect(page.getByText('No results')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
})

test('Ctrl+K finds a key by its name and leads to its owner, finds a person by a part of the e-mail, and does an action', async ({
  page,
  admin,
  person,
}) => {
  const name = `Boiler room ${Date.now()}`
  await addKey(person, { name })
  await enter(page, admin, '/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Dashboard Overview' })).toBeVisible()
  await ready(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(name.toLowerCase())
  await expect(page.getByRole('menuitem', { name })).toContainText(`of ${person.name}`)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: person.name, level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(admin.email.slice(0, 12))
  await page.getByRole('menuitem', { name: admin.name }).click()
  await expect(page.getByRole('heading', { name: admin.name, level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type('add user')
  await expect(page.getByRole('menuitem').first()).toContainText(/add user/i)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Add User' })).toBeVisible()
})
