import { expect, test } from './fixtures.ts'
import { enter } from './people.ts'

test('Back closes the drawer, the palette and the panel of the bell; their links lead on', async ({ page, admin }) => {
  await page.setViewportSize({ width: 800, height: 800 })
  await enter(page, admin, '/admin/users')
  const drawer = page.getByRole('dialog', { name: 'Navigation' })
  await page.getByRole('button', { name: 'Navigation' }).click()
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()

  const palette = page.getByRole('dialog', { name: 'Find a page, a person or an action' })
  await page.keyboard.press('Control+k')
  await palette.getByLabel('Search').fill('no such thing')
  await page.goBack()
  await expect(palette).toBeHidden()

  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(bell).toBeVisible()
  await page.goBack()
  await expect(bell).toBeHidden()
  await expect(page).toHaveURL(`${admin.app.url}/admin/users`)

  await page.getByRole('button', { name: 'Navigation' }).click()
  await drawer.getByRole('link', { name: 'System' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(`${admin.app.url}/admin/system`)
  await page.goBack()
  await expect(page).toHaveURL(`${admin.app.url}/admin/users`)
})
