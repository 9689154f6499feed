import { changePassword, changePin, getProfile } from '@twofold/contract/profile'
import { beginTotp, confirmTotp, getFactors, makeRecoveryCodes, passkeyRegistrationOptions } from '@twofold/contract/factors'
import { listSessions } from '@twofold/contract/links'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { focus } from '../testing/keyboard.ts'
import { expectWholeShell, open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve, serveLater, unreachable } from '../testing/server.ts'
import { idOf } from '../testing/vault.ts'

const newPassword = 'Amber-Quarry-9041'
const pinForm = page.getByRole('form', { name: 'Change PIN' })
const passwordForm = page.getByRole('form', { name: 'Change Password' })
const pinField = (label: string) => pinForm.getByLabelText(label, { exact: true })
const passwordField = (label: string) => passwordForm.getByLabelText(label, { exact: true })
const savePin = pinForm.getByRole('button', { name: 'Change PIN' })
const savePassword = passwordForm.getByRole('button', { name: 'Change Password' })

async function openSecurity() {
  signInWithProfile()
  await open('/profile?tab=security')
}

async function fillPassword(current: string, next = newPassword) {
  await passwordField('Current password').fill(current)
  await passwordField('New password').fill(next)
  await passwordField('Confirm new password').fill(next)
}

test('the PIN is changed with the current one; digits only, masked, entered twice', async () => {
  await openSecurity()
  await savePin.click()
  for (const label of ['Current PIN', 'New PIN', 'Confirm new PIN'])
    await expect.element(pinField(label)).toHaveAccessibleDescription('PIN is required')
  await expect.element(pinField('New PIN')).toHaveAttribute('type', 'password')
  await pinField('Current PIN').fill('0x0 0-0')
  await expect.element(pinField('Current PIN')).toHaveValue('0000')
  await pinField('New PIN').fill('975')
  await expect.element(pinField('New PIN')).toHaveAccessibleDescription('PIN must be exactly 4 digits')
  await pinField('New PIN').fill('9753')
  await pinField('Confirm new PIN').fill('9750')
  await expect.element(pinField('Confirm new PIN')).toHaveAccessibleDescription('PINs do not match')
  await pinField('Confirm new PIN').fill('9753')
  serve(changePin, refusal('request.invalid', {}, { errors: { current_pin: ['This PIN is wrong. Attempts left: 4.'] } }))
  await savePin.click()
  await expect.element(pinField('Current PIN')).toHaveAccessibleDescription('This PIN is wrong. Attempts left: 4.')
  await expect.element(pinForm.getByText('Failed to change PIN')).toBeVisible()
  await expectAccessible()
  const calls = serve(changePin, { message: 'PIN changed successfully' })
  await pinField('Current PIN').fill('2580')
  await savePin.click()
  await expect.element(page.getByText('PIN changed successfully')).toBeVisible()
  await expect.element(pinField('Current PIN')).toHaveValue('')
  expect(calls).toEqual([{ body: { current_pin: '2580', new_pin: '9753', new_pin_confirmation: '9753' } }])
})

test('a PIN that is void says so, and takes the password and a link where there is no second factor', async () => {
  signInWithProfile()
  serve(getFactors, { has_pin: true, pin_state: 'void', has_password: true })
  await open('/profile?tab=security')
  await expect.element(pinForm.getByText(/^This PIN was disabled after too many wrong tries\./)).toBeVisible()
  await expect.element(pinField('Current password')).toBeVisible()
  await expect.element(pinForm.getByRole('button', { name: 'Send link' })).toBeVisible()
  await expectAccessible()
})

test('without the server the form says that the PIN was not changed', async () => {
  serve(changePin, unreachable)
  await openSecurity()
  await pinField('Current PIN').fill('2580')
  await pinField('New PIN').fill('9753')
  await pinField('Confirm new PIN').fill('9753')
  await savePin.click()
  await expect.element(pinForm.getByText('Failed to change PIN')).toBeVisible()
})

test('problems of a new password are shown beneath its field: before it is sent, and when the server refuses it', async () => {
  await openSecurity()
  await savePassword.click()
  await expect.element(passwordField('Current password')).toHaveAccessibleDescription('Current password is required')
  await expect.element(passwordField('New password')).toHaveAccessibleDescription('Password is required')
  await expect.element(passwordField('Confirm new password')).toHaveAccessibleDescription('Please confirm your password')
  await fillPassword('Not-the-password')
  await passwordField('Confirm new password').fill('another')
  await expect.element(passwordField('Confirm new password')).toHaveAccessibleDescription('Passwords do not match')
  await fillPassword('Not-the-password')
  serve(changePassword, refusal('request.invalid', {}, { errors: { current_password: ['The password is wrong.'] } }))
  await savePassword.click()
  await expect.element(passwordField('Current password')).toHaveAccessibleDescription('The password is wrong.')
  await expect.element(passwordField('Current password')).toHaveFocus()
  await expect.element(passwordForm.getByText('Failed to change password')).toBeVisible()
  await expect.element(passwordForm.getByText('Please fix the errors above')).toBeVisible()
  await expectAccessible()
  serve(
    changePassword,
    refusal('request.invalid', {}, { errors: { new_password: ['The new password must differ from the current one.'] } }),
  )
  await savePassword.click()
  await expect.element(passwordField('New password')).toHaveAccessibleDescription(/must differ from the current one/)
})

test('complaints of the server about a field that the form of a first password does not have are shown by the form', async () => {
  serve(getProfile, { user: { ...signInWithProfile(), has_password: false } })
  serve(changePassword, refusal('request.invalid', {}, { errors: { current_password: ['You have a password by now.'] } }))
  await open('/profile?tab=security')
  await passwordField('New password').fill(newPassword)
  await passwordField('Confirm new password').fill(newPassword)
  await passwordForm.getByRole('button', { name: 'Set Password' }).click()
  await expect.element(passwordForm.getByRole('alert')).toMatchTextContent(/You have a password by now\./)
})

test('without the server the form says that the password was not changed, and keeps what was typed', async () => {
  serve(changePassword, unreachable)
  await openSecurity()
  await fillPassword('Violet-Harbour-27')
  await savePassword.click()
  await expect.element(passwordForm.getByText('Failed to change password')).toBeVisible()
  await expect.element(passwordField('New password')).toHaveValue(newPassword)
})

test('the fifth wrong one locks the PIN here too, and the password with a recovery code sets a new one all the same', async () => {
  signInWithProfile()
  const enrolled = { totp: { is_enabled: true, since: null }, recovery_codes: { available: 10, total: 10, created_at: null } }
  serve(getFactors, { has_pin: true, pin_state: 'good', has_password: true, ...enrolled })
  const calls = serve(changePin, ({ body }) => {
    if (body.recovery_code !== undefined) return { message: 'PIN changed successfully' }
    serve(getFactors, { has_pin: true, pin_state: 'locked', pin_retry_after: 15 * 60, has_password: true, ...enrolled })
    return refusal('pin.locked', { minutes: 15 })
  })
  await open('/profile?tab=security')
  await pinField('Current PIN').fill('0000')
  await pinField('New PIN').fill('9753')
  await pinField('Confirm new PIN').fill('9753')
  await savePin.click()
  await expect.element(pinForm.getByText('PIN locked. Please try again in 15 minutes.')).toBeVisible()
  await pinForm.getByRole('button', { name: 'Forgot PIN?' }).click()
  await pinField('Confirm with').selectOptions('Recovery code')
  await pinField('Current password').fill('Violet-Harbour-27')
  await pinField('Recovery code').fill('abcd-efgh')
  await pinField('New PIN').fill('9753')
  await pinField('Confirm new PIN').fill('9753')
  await expectAccessible()
  await pinForm.getByRole('button', { name: 'Set PIN' }).click()
  await expect.element(page.getByText('PIN changed successfully')).toBeVisible()
  await expect.poll(() => calls.at(-1)).toMatchObject({ body: { current_password: 'Violet-Harbour-27', new_pin: '9753' } })
})

test('few recovery codes are warned of, none the more so, and then new ones are made without a question', async () => {
  const factors = (available: number) => ({
    has_pin: true,
    pin_state: 'good' as const,
    has_password: true,
    totp: { is_enabled: true, since: null },
    recovery_codes: { available, total: 10, created_at: null },
  })
  signInWithProfile()
  serve(getFactors, factors(3))
  await open('/profile?tab=security')
  await expect.element(page.getByText('Only 3 recovery codes are left.')).toBeVisible()
  serve(getFactors, factors(0))
  await open('/profile?tab=security')
  await expect.element(page.getByText('You have no recovery codes left')).toBeVisible()
  await expectAccessible()
  serve(makeRecoveryCodes, { codes: ['ABCD-EFGH'] })
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await expect.element(page.getByRole('list', { name: 'Recovery codes' })).toMatchTextContent('ABCD-EFGH')
})

test('a passkey that its owner does not want to make is not made, and the dialog says why', async () => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  signInWithProfile()
  serve(passkeyRegistrationOptions, {
    options: { challenge: 'AAAA', rp: { name: 'Twofold' }, user: { id: 'AAAA', name: 'cleo', displayName: 'Cleo' }, pubKeyCredParams: [] },
  })
  await open('/profile?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabelText('Name').fill('Laptop')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('No passkey was made: it was canceled, or took too long.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Laptop')
})

test('at another address than the vault’s own, the dialog names the address at which passkeys work', async () => {
  vi.spyOn(navigator.credentials, 'create').mockRejectedValue(new DOMException('no', 'SecurityError'))
  signInWithProfile()
  const rp = { name: 'Twofold', id: 'vault.example.com' }
  serve(passkeyRegistrationOptions, {
    options: { challenge: 'AAAA', rp, user: { id: 'AAAA', name: 'cleo', displayName: 'Cleo' }, pubKeyCredParams: [] },
  })
  await open('/profile?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabelText('Name').fill('Laptop')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Passkeys of this vault work only at vault.example.com. Please open it there.')).toBeVisible()
})

test('a new passkey is proposed the name of its browser, with a number if that is taken, and typing replaces it', async () => {
  signInWithProfile()
  serve(getFactors, { passkeys: [{ id: idOf(1), name: 'Firefox on Linux' }] })
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')
  await open('/profile?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const name = page.getByRole('dialog', { name: 'Add a passkey' }).getByLabelText('Name')
  await expect.element(name).toHaveValue('Firefox on Linux 2')
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Key ring')
  await expect.element(name).toHaveValue('Key ring')
})

test('a wrong code of the new app is said at once, while the list of factors is still asked for', async () => {
  await openSecurity()
  serve(beginTotp, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Twofold:ann@example.com?secret=JBSWY3DPEHPK3PXP' })
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const code = page.getByRole('dialog').getByLabelText('Code from the app')
  await code.fill('000000')
  serve(confirmTotp, refusal('request.invalid', {}, { errors: { code: ['This code is wrong.'] } }))
  const factors = serveLater(getFactors, {})
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect.element(code).toHaveAccessibleDescription('This code is wrong.')
  factors.release()
})

test('a tab that is returned to shows the passkeys and sessions as another tab left them', async () => {
  const passkey = { id: idOf(1), name: 'Laptop' }
  const here = { id: idOf(2), device: 'Chrome on Linux', is_current: true }
  const session = { id: idOf(3), device: 'Safari on iPhone', is_current: false }
  signInWithProfile()
  serve(getFactors, { has_pin: true, pin_state: 'good', has_password: true, passkeys: [passkey] })
  serve(listSessions, { data: [here, session] })
  await open('/profile?tab=security')
  await expect.element(page.getByText('Safari on iPhone')).toBeVisible()
  await expect.element(page.getByText('Laptop')).toBeVisible()
  serve(getFactors, { has_pin: true, pin_state: 'good', has_password: true, passkeys: [passkey, { id: idOf(4), name: 'Security key' }] })
  serve(listSessions, { data: [here] })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await expect.element(page.getByText('Security key')).toBeVisible()
  await expect.element(page.getByText('Safari on iPhone')).not.toBeInTheDocument()
})

test('a button of the page that its own press takes away leaves the focus in its form', async () => {
  await openSecurity()
  await expectWholeShell()
  const forgot = pinForm.getByRole('button', { name: 'Forgot PIN?' })
  await focus(forgot)
  await userEvent.keyboard('{Enter}')
  await expect.element(forgot).not.toBeInTheDocument()
  await expect.poll(() => pinForm.element().contains(document.activeElement)).toBe(true)
})
