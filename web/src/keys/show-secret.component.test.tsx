import { listBackupCodes } from '@twofold/contract/backup-codes'
import { getKey, showSecret } from '@twofold/contract/keys'
import { verifyPin } from '@twofold/contract/pin'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { holdTimeEarly, passTime } from '../testing/clock.ts'
import { chooseInMenu } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const shown = { secret, uri: `otpauth://totp/Code%20host?secret=${secret}` }
const grouped = page.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
const dialog = page.getByRole('dialog', { name: 'Secret and QR code' })
const pin = page.getByRole('dialog', { name: 'Enter your PIN' })

async function openDashboard() {
  signInWithProfile()
  const { own_keys } = signInWithKeys([{ name: 'Code host' }])
  serve(getKey, { key: { ...own_keys[0], access: 'owner', note: '', backup_codes: { total: 1, unused: 1 } } })
  await open('/dashboard')
}

test('a secret is asked for again by itself once the PIN is right', async () => {
  let isOpen = false
  const calls = serve(showSecret, () => (isOpen ? shown : refusal('pin.required')))
  serve(verifyPin, () => {
    isOpen = true
    return { valid_until: new Date().toISOString() }
  })
  await openDashboard()
  await chooseInMenu('Code host', 'Secret and QR code')
  await expect.element(pin).toBeVisible()
  await expect.element(grouped).not.toBeInTheDocument()
  await pin.getByLabelText('PIN', { exact: true }).fill('2580')
  await userEvent.keyboard('{Enter}')
  await expect.element(grouped).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/Shown at .+, and logged/)
  expect(calls).toHaveLength(2)
})

test('without the PIN nobody sees a secret or a backup code, and no failure is reported', async () => {
  serve(showSecret, refusal('pin.required'))
  serve(listBackupCodes, refusal('pin.required'))
  await openDashboard()
  await chooseInMenu('Code host', 'Secret and QR code')
  await expect.element(pin).toBeVisible()
  await pressEscape()
  await expect.element(pin).not.toBeInTheDocument()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Messages' }).getByRole('alert')).toBeEmptyDOMElement()

  await chooseInMenu('Code host', 'Backup codes')
  const show = page.getByRole('dialog', { name: 'Backup codes' }).getByRole('button', { name: 'Show codes' })
  await show.click()
  await expect.element(pin).toBeVisible()
  await pressEscape()
  await expect.element(show).toBeVisible()
})

test('a secret that cannot be shown is said to be, and Retry shows it', async () => {
  serve(showSecret, refusal('server.failed'))
  await openDashboard()
  await chooseInMenu('Code host', 'Secret and QR code')
  await expect.element(dialog.getByRole('heading', { name: 'The secret could not be shown' })).toBeVisible()
  serve(showSecret, shown)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(grouped).toBeVisible()
})

test('a secret is hidden again after a minute, and when the tab is left; showing it again asks the server again', async () => {
  holdTimeEarly()
  const calls = serve(showSecret, shown)
  await openDashboard()
  await chooseInMenu('Code host', 'Secret and QR code')
  await expect.element(grouped).toBeVisible()
  await passTime(58_000)
  await expect.element(grouped).toBeVisible()
  await passTime(3_000)
  const hidden = dialog.getByRole('heading', { name: 'Hidden again' })
  await expect.element(hidden).toBeVisible()
  await expect.element(grouped).not.toBeInTheDocument()
  await expect.element(page.getByRole('img', { name: 'QR code for Code host' })).not.toBeInTheDocument()
  expect(calls).toHaveLength(1)

  await dialog.getByRole('button', { name: 'Show again' }).click()
  await expect.element(grouped).toBeVisible()
  expect(calls).toHaveLength(2)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(grouped).not.toBeInTheDocument()
  await expect.element(hidden).toBeVisible()
})
