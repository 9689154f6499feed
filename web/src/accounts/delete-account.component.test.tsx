import { deleteProfile, previewDeletion } from '@twofold/contract/profile'
import { signOut } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectComplaint, field, pressIn } from '../testing/fields.ts'
import { expectAddress, open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'

const ask = page.getByRole('main').getByRole('button', { name: 'Delete Account' })
const dialog = page.getByRole('dialog', { name: 'Delete Account' })
const confirm = dialog.getByRole('button', { name: 'Delete Account' })
const confirmation = field('Type DELETE to confirm')

test('only the exact text DELETE enables the button', async () => {
  const { email } = signInWithProfile()
  serve(previewDeletion, { keys: 1 })
  await open('/profile?tab=danger')
  await expect.element(page.getByText('Your 1 key stops working at once.')).toBeVisible()
  await ask.click()
  await expect.element(field('Password')).toHaveFocus()
  await expect.element(dialog).toMatchTextContent(email)
  for (const text of ['', 'delete', 'DELETE ', 'DELET']) {
    await confirmation.fill(text)
    await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
  }
  await confirmation.fill('DELETE')
  await expect.element(confirm).not.toHaveAttribute('aria-disabled')
  await confirm.click()
  await expectComplaint('Password', 'Password is required')
})

test('Cancel clears both fields and errors', async () => {
  signInWithProfile()
  serve(deleteProfile, refusal('request.invalid', {}, { errors: { password: ['The password is wrong.'] } }))
  await open('/profile?tab=danger')
  await ask.click()
  await field('Password').fill('Not-the-password')
  await confirmation.fill('DELETE')
  await confirm.click()
  await expectComplaint('Password', 'The password is wrong.')
  await expect.element(field('Password')).toHaveFocus()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await ask.click()
  await expect.element(field('Password')).toHaveValue('')
  await expectComplaint('Password', '')
  await expect.element(confirmation).toHaveValue('')
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
})

test('by keyboard alone', async () => {
  signInWithProfile()
  serve(signOut, { message: '' })
  const calls = serve(deleteProfile, { message: '', requires_reauth: true })
  await open('/profile?tab=danger')
  await pressIn(ask, '{Enter}')
  await expect.element(field('Password')).toHaveFocus()
  await userEvent.keyboard('Violet-Harbour-27')
  await pressIn(confirmation, 'DELETE{Enter}')
  await expectAddress('/login')
  expect(calls).toEqual([{ body: { password: 'Violet-Harbour-27', confirmation: 'DELETE' } }])
})

test('the last administrator cannot leave, and reads why', async () => {
  signInWithProfile({ role: 'admin' })
  serve(previewDeletion, { is_last_administrator: true })
  await open('/profile?tab=danger')
  await expect.element(page.getByText('You are the last active administrator')).toBeVisible()
  await expect.element(ask).toHaveAttribute('aria-disabled', 'true')
})
