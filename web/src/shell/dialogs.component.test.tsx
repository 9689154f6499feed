import { listThemePresets, listThemes, previewDesign } from '@twofold/contract/mail-design/theme-calls'
import { getKey } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signInAsAdministrator } from '../testing/back-office.ts'
import { chooseInMenu } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'
import { field, openSheet, serveShares, sheet } from '../testing/access-sheet.ts'
import { resizeWindow } from '../testing/window.ts'
import { toast } from '../ui/toast.ts'

const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
const keep = () => question.getByRole('button', { name: 'Keep editing' }).click()
const discard = () => question.getByRole('button', { name: 'Discard changes' }).click()
const goBack = () => window.history.back()
const add = page.getByRole('dialog', { name: 'Add 2FA Key' })
const edit = page.getByRole('dialog', { name: 'Edit Code host' })
const note = edit.getByLabelText('Note', { exact: true })

function signInWithOne() {
  const vault = signInWithKeys([{ name: 'Code host' }])
  serve(getKey, { key: { ...vault.own_keys[0], access: 'owner', note: '' } })
}

test('Back closes the topmost dialog only, stays on the page, and the history does not grow with every dialog', async () => {
  signInWithOne()
  await open('/dashboard')
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect.element(add).toBeVisible()
  const length = window.history.length
  await pressEscape()
  for (let round = 0; round < 3; round += 1) {
    await page.getByRole('button', { name: 'Add 2FA Key' }).click()
    await expect.element(add).toBeVisible()
    goBack()
    await expect.element(add).not.toBeInTheDocument()
    await expectAddress('/dashboard')
  }
  expect(window.history.length).toBe(length)

  await chooseInMenu('Code host', 'Edit')
  await note.fill('By the door')
  goBack()
  await expect.element(question).toBeVisible()
  goBack()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(note).toHaveValue('By the door')
  expect(window.history.length).toBe(length)
})

test('a half-filled dialog asks before it is lost, whichever way it is closed, and an empty one does not', async () => {
  signInWithOne()
  await open('/dashboard')
  const ways = {
    Back: goBack,
    Escape: () => pressEscape(),
    'a press outside': () => userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true }),
    'the close button': () => edit.getByRole('button', { name: 'Close', exact: true }).click(),
    Cancel: () => edit.getByRole('button', { name: 'Cancel' }).click(),
  }
  for (const close of Object.values(ways)) {
    await chooseInMenu('Code host', 'Edit')
    await expect.element(note).toBeVisible()
    await close()
    await expect.element(edit).not.toBeInTheDocument()

    await chooseInMenu('Code host', 'Edit')
    await note.fill('By the door')
    await close()
    await keep()
    await expect.element(note).toHaveValue('By the door')
    await close()
    await discard()
    await expect.element(edit).not.toBeInTheDocument()
  }
  await expectAddress('/dashboard')
})

test('a dialog that never said it has a form asks as well: typing is enough', async () => {
  signInWithOne()
  serveShares()
  await openSheet()
  await field.fill('bo')
  goBack()
  await keep()
  await field.fill('')
  goBack()
  await expect.element(sheet).not.toBeInTheDocument()
})

test('Forward leads where it led before a dialog was opened and closed', async () => {
  signInWithProfile()
  await open('/profile')
  await page.getByRole('link', { name: 'Twofold, to the dashboard' }).click()
  await expectAddress('/dashboard')
  await page.getByRole('link', { name: 'Groups' }).click()
  await expectAddress('/groups')
  goBack()
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await expect.element(add).toBeVisible()
  goBack()
  await expect.element(add).not.toBeInTheDocument()
  window.history.forward()
  await expectAddress('/groups')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible()
  goBack()
  await expectAddress('/dashboard')
  goBack()
  await expectAddress('/profile')
})

test('a dialog with an address is closed by Back, adds nothing to the history when closed, and asks when half filled', async () => {
  signInAsAdministrator()
  serve(listThemes, {})
  serve(listThemePresets, {})
  serve(previewDesign, {})
  await open('/admin/notifications')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Themes' }).click()
  await expectAddress('/admin/email/themes')
  const dialog = page.getByRole('dialog', { name: 'Create New Theme' })
  const openButton = page.getByRole('button', { name: 'Create Theme' }).first()
  await openButton.click()
  await expect.element(dialog).toBeVisible()
  const length = window.history.length
  await pressEscape()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectAddress('/admin/email/themes')
  await openButton.click()
  await expect.element(dialog).toBeVisible()
  goBack()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(window.history.length).toBe(length)

  await openButton.click()
  await dialog.getByLabelText('Name', { exact: true }).fill('Paper')
  goBack()
  await keep()
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveValue('Paper')
  goBack()
  await discard()
  await expect.element(dialog).not.toBeInTheDocument()
  await expectAddress('/admin/email/themes')
  goBack()
  await expectAddress('/admin/notifications')
})

test('a toast leaves the buttons of an open sheet free at every width, and is back at the foot of the page afterwards', async () => {
  signInWithOne()
  serveShares()
  await openSheet()
  toast.info('Something happened', { duration: Infinity })
  await expect.element(page.getByText('Something happened')).toBeVisible()
  const place = () => (document.querySelector('.ui-toast') ?? document.body).getBoundingClientRect()
  const covered = () => {
    const { left, right, top, bottom } = place()
    const buttons = [...sheet.element().querySelectorAll('button')].map((button) => [button, button.getBoundingClientRect()] as const)
    return buttons
      .filter(([, its]) => left < its.right && its.left < right && top < its.bottom && its.top < bottom)
      .map(([button]) => button.ariaLabel ?? button.textContent)
  }
  for (const width of [1280, 900, 375]) {
    await resizeWindow(width)
    await expect.poll(() => [width, covered()]).toEqual([width, []])
  }
  await resizeWindow(1280)
  await pressEscape()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.poll(() => place().right).toBeGreaterThan(1200)
  toast.dismiss()
})
