import { getFactors } from '@twofold/contract/factors'
import { exportKeys } from '@twofold/contract/transfer'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { button } from '../testing/fields.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const dialog = page.getByRole('dialog', { name: 'Export keys' })
const importDialog = page.getByRole('dialog', { name: 'Import keys' })
const password = dialog.getByLabelText('File password', { exact: true })
const three = [{ name: 'Code host' }, { name: 'Bank' }, { name: 'Games' }]

async function openExport() {
  await open('/dashboard')
  await button('More').click()
  await page.getByRole('menuitem', { name: 'Export keys' }).click()
  await expect.element(dialog).toBeVisible()
}

async function typePassword(first: string, second = first) {
  await password.fill(first)
  await dialog.getByLabelText('Confirm password').fill(second)
}

test('the password of the file is long enough and typed twice alike', async () => {
  signInWithKeys(three)
  await openExport()
  await typePassword('short')
  await button('Export 3 keys').click()
  await expect.element(password).toHaveAccessibleDescription(/Please use at least 8 characters/)
  await expect.element(password).toHaveFocus()
  await typePassword('Quiet-Lantern-88', 'Quiet-Lantern-88?')
  await button('Export 3 keys').click()
  await expect.element(dialog.getByLabelText('Confirm password')).toHaveAccessibleDescription(/Passwords do not match/)
})

test('who does not enter the PIN gets nothing, and finds the form as it was', async () => {
  signInWithKeys(three)
  serve(getFactors, { has_pin: true, pin_state: 'good' })
  const asked = serve(exportKeys, refusal('pin.required'))
  await openExport()
  await typePassword('Quiet-Lantern-88')
  await button('Export 3 keys').click()
  const pin = page.getByRole('dialog', { name: 'Enter your PIN' })
  await expect.element(pin).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(pin).not.toBeInTheDocument()
  await expect.element(password).toHaveValue('Quiet-Lantern-88')
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  expect(asked).toHaveLength(1)
  serve(exportKeys, refusal('server.unavailable'))
  await button('Export 3 keys').click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The database cannot be reached right now.')
})

test('who has no keys of their own is told so', async () => {
  signInWithKeys([], [{ name: 'Shared' }])
  await openExport()
  await expect.element(dialog.getByRole('heading', { name: 'No keys of your own' })).toBeVisible()
  await expectAccessible()
})

test('import and export are in the profile too', async () => {
  signInWithProfile()
  signInWithKeys(three)
  await open('/profile?tab=settings')
  await button('Export keys').click()
  await expect.element(button('Export 3 keys')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Import keys').click()
  await expect.element(importDialog.getByText('Drop an export here')).toBeVisible()
  await expect.element(importDialog.getByRole('button', { name: 'Scan with the camera' })).not.toBeInTheDocument()
})
