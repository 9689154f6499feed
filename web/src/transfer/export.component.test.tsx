import { getFactors } from '@twofold/contract/factors'
import { parseOtpauth } from '@twofold/contract/otpauth'
import { exportKeys } from '@twofold/contract/transfer'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createDecoder } from '../scanner/decoder.ts'
import { expectAccessible } from '../testing/axe.ts'
import { button } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { open } from '../testing/open.tsx'
import { signInWithProfile } from '../testing/profile.ts'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'
import { fromBase64 } from './opening/bytes.ts'

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

test('a person who does not enter the PIN gets nothing, and finds the form as it was', async () => {
  signInWithKeys(three)
  serve(getFactors, { has_pin: true, pin_state: 'good' })
  const asked = serve(exportKeys, refusal('pin.required'))
  await openExport()
  await typePassword('Quiet-Lantern-88')
  await button('Export 3 keys').click()
  const pin = page.getByRole('dialog', { name: 'Enter your PIN' })
  // Escape goes to what has the focus, which the dialog takes some frames after it is drawn.
  await expect.element(pin.getByLabelText('PIN', { exact: true })).toHaveFocus()
  await pressEscape()
  await expect.element(pin).not.toBeInTheDocument()
  await expect.element(password).toHaveValue('Quiet-Lantern-88')
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  expect(asked).toHaveLength(1)
  serve(exportKeys, refusal('server.unavailable'))
  await button('Export 3 keys').click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The database cannot be reached right now.')
})

test('a person without keys of their own reads so', async () => {
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
  await pressEscape()
  await button('Import keys').click()
  await expect.element(importDialog.getByText('Drop an export here')).toBeVisible()
  await expect.element(importDialog.getByRole('button', { name: 'Scan with the camera' })).not.toBeInTheDocument()
})

test('every code of the printed sheet is read back from a screenshot, as a camera would', async () => {
  const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const keys = [
    `otpauth://totp/Code%20host:ann%40example.org?secret=${rfc}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60`,
    `otpauth://hotp/Bank:ann?secret=${rfc}&issuer=Bank&algorithm=SHA256&digits=7&counter=41`,
    `otpauth://steam/Games:ann?secret=${rfc}&issuer=Games`,
    `otpauth://totp/Größte%20Straße:ann?secret=${rfc.repeat(4)}&issuer=Größte%20Straße`,
    ...Array.from({ length: 4 }, (_, index) => `otpauth://totp/Host:ann${index}?secret=${rfc}&issuer=Host`),
  ].map((uri, index) => ({ name: `Key ${index}`, uri, tags: [], note: '' }))
  signInWithKeys(keys.map(({ name }) => ({ name })))
  serve(exportKeys, { keys, icons_left_out: 0, exported_at: '2026-11-23T12:00:00.000Z' })
  await openExport()
  await dialog.getByRole('radio', { name: 'QR codes to print' }).click()
  await button('Export 8 keys').click()
  await button('Show the sheet').click()
  const codes = page.getByRole('dialog', { name: 'QR codes to print' }).getByRole('img', { name: /^QR code of / })
  await expect.poll(() => codes.elements().length).toBe(keys.length)
  const decoder = createDecoder()
  const texts: string[] = []
  for (const code of codes.all()) {
    const base64 = await code.screenshot({ save: false })
    const picture = new Blob([Uint8Array.from(fromBase64(base64))], { type: 'image/png' })
    const decoded = await decoder.decodeFile(picture)
    texts.push(...('texts' in decoded ? decoded.texts : []))
  }
  decoder.stop()
  const parametersOf = (uri: string) => {
    const read = parseOtpauth(uri)
    return read.ok ? read.parameters : uri
  }
  expect(texts.map(parametersOf)).toEqual(keys.map(({ uri }) => parametersOf(uri)))
})
