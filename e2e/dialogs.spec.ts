import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { chooseInMenu } from './key-menu.ts'
import { addKey, enter } from './people.ts'

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' })
const keep = (page: Page) => question(page).getByRole('button', { name: 'Keep editing' }).click()
const discard = (page: Page) => question(page).getByRole('button', { name: 'Discard changes' }).click()
const historyLength = (page: Page) => page.evaluate(() => history.length)

test('Back closes the topmost dialog only, stays on the page, and the history does not grow with every dialog', async ({
  page,
  person,
}) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  const add = page.getByRole('dialog', { name: 'Add 2FA Key' })
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect(add).toBeVisible()
  const length = await historyLength(page)
  await page.keyboard.press('Escape')
  for (let round = 0; round < 3; round++) {
    await page.getByRole('button', { name: 'Add 2FA Key' }).click()
    await expect(add).toBeVisible()
    await page.goBack()
    await expect(add).toBeHidden()
    await expect(page).toHaveURL(`${person.app.url}/dashboard`)
  }
  expect(await historyLength(page)).toBe(length)

  await chooseInMenu(page, 'Code host', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit Code host' })
  await edit.getByLabel('Note', { exact: true }).fill('By the door')
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await page.goBack()
  await expect(question(page)).toBeHidden()
  await expect(edit.getByLabel('Note', { exact: true })).toHaveValue('By the door')
  expect(await historyLength(page)).toBe(length)
})

test('a half-filled dialog asks before it is lost, whichever way it is closed, and an empty one does not', async ({ page, person }) => {
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  const dialog = page.getByRole('dialog', { name: 'Edit Code host' })
  const note = dialog.getByLabel('Note', { exact: true })
  const ways = {
    Back: () => page.goBack(),
    Escape: () => page.keyboard.press('Escape'),
    'a press outside': () => page.mouse.click(5, 5),
    'the close button': () => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
    Cancel: () => dialog.getByRole('button', { name: 'Cancel' }).click(),
  }
  for (const close of Object.values(ways)) {
    await chooseInMenu(page, 'Code host', 'Edit')
    await expect(note).toBeVisible()
    await close()
    await expect(dialog).toBeHidden()

    await chooseInMenu(page, 'Code host', 'Edit')
    await note.fill('By the door')
    await close()
    await keep(page)
    await expect(note).toHaveValue('By the door')
    await close()
    await discard(page)
    await expect(dialog).toBeHidden()
  }
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
})

test('a dialog that never said it has a form asks as well: typing is enough', async ({ page, person, guard }) => {
  // The vault wants the PIN first.
  guard.allow(/status of 403/)
  await addKey(person, { name: 'Code host' })
  await enter(page, person)
  await chooseInMenu(page, 'Code host', 'Secret and QR code')
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' })
  await dialog.getByLabel('PIN', { exact: true }).fill('25')
  await page.goBack()
  await keep(page)
  await dialog.getByLabel('PIN', { exact: true }).fill('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('Forward leads where it led before a dialog was opened and closed', async ({ page, person }) => {
  await enter(page, person, '/profile')
  await page.getByRole('link', { name: 'Twofold, to the dashboard' }).click()
  await expect(page).toHaveURL(`${person.app.url}/dashboard`)
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect(page).toHaveURL(`${person.app.url}/groups`)
  await page.goBack()
  const add = page.getByRole('dialog', { name: 'Add 2FA Key' })
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect(add).toBeVisible()
  await page.goBack()
  await expect(add).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL(`${person.app.url}/groups`)
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(`${person.app.url}/profile`)
})

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

test('a dialog with an address is closed by Back, adds nothing to the history when closed, and asks when half filled', async ({
  page,
  admin,
}) => {
  await enter(page, admin, '/admin/users')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('Themes')
  await page.getByRole('menuitem', { name: 'Themes' }).click()
  await expect(page).toHaveURL(`${admin.app.url}/admin/email/themes`)
  const dialog = page.getByRole('dialog', { name: 'Create New Theme' })
  const open = page.getByRole('button', { name: 'Create Theme' })
  await open.click()
  await expect(dialog).toBeVisible()
  const length = await historyLength(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`${admin.app.url}/admin/email/themes`)
  await open.click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  expect(await historyLength(page)).toBe(length)

  await open.click()
  await dialog.getByLabel('Name', { exact: true }).fill('Paper')
  await page.goBack()
  await keep(page)
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Paper')
  await page.goBack()
  await discard(page)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`${admin.app.url}/admin/email/themes`)
  await page.goBack()
  await expect(page).toHaveURL(`${admin.app.url}/admin/users`)
})
