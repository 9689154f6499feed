import { addKey, showSecret } from '@twofold/contract/keys'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { secret } from '../testing/add-key.ts'
import { open } from '../testing/open.tsx'
import { serve, unreachable } from '../testing/server.ts'
import { idOf, signInWithKeys } from '../testing/vault.ts'

const dialog = page.getByRole('dialog', { name: 'Add 2FA Key' })
const nameField = dialog.getByLabelText('Name', { exact: true })
const addButton = dialog.getByRole('button', { name: 'Add Key', exact: true })

beforeEach(() => void signInWithKeys())

async function openDialog() {
  await open('/dashboard')
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
}

test('without the server the form says that nothing was added, and comes back as it was', async () => {
  serve(addKey, unreachable)
  await openDialog()
  await nameField.fill('Code host')
  await addButton.click()
  await expect.element(page.getByText('Failed to add 2FA key. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(nameField).toHaveValue('Code host')
})

test('a generated secret whose answer was lost is shown behind the PIN once the repetition has arrived', async () => {
  serve(addKey, unreachable)
  serve(showSecret, { secret, uri: `otpauth://totp/x?secret=${secret}` })
  await openDialog()
  await nameField.fill('Code host')
  await addButton.click()
  await page.getByRole('button', { name: 'Try again' }).click()
  // As the server repeats it: without what is shown once.
  serve(addKey, { key: { id: idOf(900), name: 'Code host' }, message: '2FA key added successfully!' })
  await addButton.click()
  const shown = page.getByRole('dialog', { name: 'Secret and QR code' })
  await expect.element(shown.getByRole('img', { name: 'QR code for Code host' })).toBeVisible()
})

test('a draft that is taken back while another form is open asks about that form, and comes once it is closed', async () => {
  serve(addKey, unreachable)
  await openDialog()
  await nameField.fill('Code host')
  await addButton.click()
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await nameField.fill('Bank')
  await page.getByRole('button', { name: 'Try again' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(nameField).toHaveValue('Bank')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(nameField).toHaveValue('Code host')
})

test('a draft that could not be saved is offered until somebody leaves the page', async () => {
  serve(addKey, unreachable)
  await openDialog()
  await nameField.fill('Code host')
  await addButton.click()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('link', { name: 'Groups' }).click()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})
