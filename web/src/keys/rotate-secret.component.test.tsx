import { getKey, rotateKey } from '@twofold/contract/keys'
import { HOTP, Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../testing/axe.ts'
import { holdTimeEarly } from '../testing/clock.ts'
import { button, chooseInMenu, field } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import { paste } from '../testing/import-dialog.ts'
import { open } from '../testing/open.tsx'
import { qrSheet } from '../testing/qr-pictures.ts'
import { upload } from '../testing/scanner.ts'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const dialog = page.getByRole('dialog', { name: 'Replace the secret' })
const accepted = dialog.getByLabelText('The service has accepted the new codes')
const replace = dialog.getByRole('button', { name: 'Replace secret' })

/** As another authenticator shows them now. */
const codes = (digits = 6) =>
  [0, 30_000].map((later) => new TOTP({ secret: Secret.fromBase32(secret), digits }).generate({ timestamp: Date.now() + later }))

async function openDialog(
  key: NonNullable<Parameters<typeof signInWithKeys>[0]>[number] = { name: 'Code host', shared_with: 2 },
  backupCodes = 0,
) {
  signInWithKeys([key])
  serve(getKey, { key: { access: 'owner', backup_codes: { total: backupCodes, unused: 0 } } })
  await open('/dashboard')
  await chooseInMenu('Code host', 'Replace the secret')
}

beforeEach(() => void holdTimeEarly())

test('a typed secret shows two codes in a row, and is put in place once the service has accepted them', async () => {
  const calls = serve(rotateKey, { message: 'The secret of Code host was replaced.' })
  await openDialog(undefined, 3)
  await expect.element(dialog).toMatchTextContent('2 others keep the key and are notified.')
  await field('New secret').fill(secret.toLowerCase())
  const [one = '', two = ''] = codes()
  await expect.element(dialog).toMatchTextContent(`${one.slice(0, 3)} ${one.slice(3)}`)
  await expect.element(dialog).toMatchTextContent(`${two.slice(0, 3)} ${two.slice(3)}`)
  await expectAccessible()
  await expect.element(replace).toHaveAttribute('aria-disabled', 'true')
  await accepted.click()
  await dialog.getByLabelText('The backup codes are void as well').click()
  await replace.click()
  await expect.element(page.getByText('The secret of Code host was replaced.')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  const settings = { secret, type: 'totp', algorithm: 'SHA1', digits: 6, period: 30 }
  expect(calls.map(({ body }) => body)).toEqual([{ ...settings, codes: [one, two], drop_backup_codes: true }])
})

test('nothing is sent before the service has accepted the new codes, neither by the button nor by Enter', async () => {
  const calls = serve(rotateKey, {})
  await openDialog()
  await field('New secret').fill(secret)
  await expect.element(dialog).toMatchTextContent(codes()[1]?.slice(0, 3) ?? '')
  await replace.click({ force: true })
  await field('New secret').click()
  await userEvent.keyboard('{Enter}')
  expect(calls).toEqual([])
  await accepted.click()
  await replace.click()
  await expect.poll(() => calls.length).toBe(1)
})

test('a link brings its own settings, and what is no secret is said at the field before anything is sent', async () => {
  const calls = serve(rotateKey, {})
  await openDialog()
  await replace.click()
  await expect.element(field('New secret')).toHaveAccessibleDescription('Enter the new secret.')
  await field('New secret').fill('0189')
  await replace.click()
  await expect.element(field('New secret')).toHaveAccessibleDescription(/not valid Base32/)
  await field('New secret').fill(`otpauth://totp/Code%20host:ops?secret=${secret}&digits=8`)
  const [one = '', two = ''] = codes(8)
  await expect.element(dialog).toMatchTextContent(`${one.slice(0, 4)} ${one.slice(4)}`)
  await accepted.click()
  await replace.click()
  await expect.poll(() => calls.map(({ body }) => [body.digits, body.codes])).toEqual([[8, [one, two]]])
})

test('another secret has to be accepted again, and refusals of the server are shown at the field', async () => {
  serve(rotateKey, refusal('keys.secret_unchanged', {}, { errors: { secret: ['This is the secret that the key has already.'] } }))
  await openDialog({ name: 'Code host' })
  await expect.element(dialog).not.toMatchTextContent('told')
  await field('New secret').fill(secret)
  await accepted.click()
  await field('New secret').fill(`${secret.slice(0, -1)}A`)
  await expect.element(accepted).not.toBeChecked()
  await accepted.click()
  await replace.click()
  await expect.element(field('New secret')).toHaveAccessibleDescription('This is the secret that the key has already.')
  await expect.element(dialog).toBeVisible()
})

test('a secret that is scanned after another one was accepted has to be accepted itself', async () => {
  await openDialog()
  await field('New secret').fill(secret)
  await accepted.click()
  await dialog.getByRole('button', { name: 'Scan QR Code' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Scan QR Code' })).toBeVisible()
  await paste(`otpauth://totp/Code%20host:ops?secret=${secret.slice(0, -1)}A`)
  await expect.element(dialog).toMatchTextContent('Filled in from the QR code.')
  await expect.element(accepted).not.toBeChecked()
})

test('a picture with the codes of several keys is refused, so that none of them is taken unseen', async () => {
  await openDialog()
  await dialog.getByRole('button', { name: 'Scan QR Code' }).click()
  await upload(await qrSheet(...['ops', 'ann'].map((account) => `otpauth://totp/Host:${account}?secret=${secret}`)))
  await expect.element(page.getByText('There are the codes of several keys. Show only the new one.')).toBeVisible()
  await expect.element(dialog).not.toMatchTextContent('Filled in from the QR code.')
})

test('a counter-based key is tried from its beginning', async () => {
  const calls = serve(rotateKey, {})
  await openDialog({ name: 'Code host', type: 'hotp', period: null, counter: 17 })
  await field('New secret').fill(secret)
  await accepted.click()
  await replace.click()
  const hotp = new HOTP({ secret: Secret.fromBase32(secret) })
  const expected = { counter: 0, codes: [hotp.generate({ counter: 0 }), hotp.generate({ counter: 1 })] }
  await expect.poll(() => calls.map(({ body }) => ({ counter: body.counter, codes: body.codes }))).toEqual([expected])
})

test('a person who goes on without having saved is asked first', async () => {
  await openDialog()
  await field('New secret').fill(secret)
  await pressEscape()
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  await button('Keep editing').click()
  await expect.element(field('New secret')).toHaveValue(secret)
})
