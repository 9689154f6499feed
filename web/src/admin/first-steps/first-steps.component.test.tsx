import { confirmBackupSecret, listBackups, startBackup } from '@twofold/contract/admin/backups'
import { type FirstStepName, getFirstSteps } from '@twofold/contract/admin/first-steps'
import { createProvider, listProviders, testProvider } from '@twofold/contract/mail-delivery/providers'
import { addPasskey, getFactors, passkeyRegistrationOptions } from '@twofold/contract/factors'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { signInAsAdministrator } from '../../testing/back-office.ts'
import { button, field } from '../../testing/fields.ts'
import { expectAddress, expectWholeShell, open } from '../../testing/open.tsx'
import { refusal, serve } from '../../testing/server.ts'
import { idOf } from '../../testing/vault.ts'
import { resizeWindow } from '../../testing/window.ts'

/** A new passkey, as the browser hands it to the page. */
const newPasskey = {
  id: 'AA',
  rawId: new ArrayBuffer(1),
  type: 'public-key',
  response: { attestationObject: new ArrayBuffer(1), clientDataJSON: new ArrayBuffer(1) },
  getClientExtensionResults: () => ({}),
}

const names = ['vault', 'https', 'passkey', 'key', 'invite', 'mail', 'backup'] as const
const serveSteps = (...done: FirstStepName[]) =>
  serve(getFirstSteps, {
    steps: names.map((name) => ({ name, done: done.includes(name), since: name === 'vault' ? new Date().toISOString() : null })),
  })
const steps = page.getByRole('main').getByRole('listitem')

beforeEach(() => void signInAsAdministrator())

test('the home of a new installation shows seven steps, which are done, and the ways of each other one', async () => {
  serveSteps('vault', 'https', 'passkey')
  await open('/welcome')
  await expect.element(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
  await expect.element(steps).toHaveLength(7)
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '3 of 7 done')
  await expect.element(steps.nth(3)).toHaveAttribute('aria-current', 'step')
  for (const way of [/^Scan a QR code/, /^Paste a link/, /^Import From Google Authenticator/])
    await expect.element(steps.nth(3).getByRole('button', { name: way })).toBeVisible()
  await expect.element(steps.nth(0)).toMatchTextContent('Create the vault, done')
  await expectAccessible()
})

test('a step opens in place, and ticks itself when the server sees it done', async () => {
  serveSteps('vault', 'https', 'passkey', 'key')
  await open('/welcome')
  await expectWholeShell()
  await steps.nth(4).getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await expect.element(dialog).toBeVisible()
  serveSteps('vault', 'https', 'passkey', 'key', 'invite')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(steps.nth(4)).toMatchTextContent('Invite a colleague, done')
  // The button that led there is gone: the next Tab goes on from its step.
  await expect.element(steps.nth(4)).toHaveFocus()
})

test('after the recovery codes of a first passkey the focus is on its step', async () => {
  serveSteps('vault', 'https')
  serve(getFactors, {})
  serve(passkeyRegistrationOptions, {
    challenge_id: idOf(1),
    options: { challenge: 'AA', rp: { name: 'Twofold' }, user: { id: 'AA' }, pubKeyCredParams: [] },
  })
  serve(addPasskey, { recovery_codes: ['abcd-efgh', 'ijkl-mnop'] })
  // The browser of the tests has no authenticator.
  vi.spyOn(navigator.credentials, 'create').mockResolvedValue(newPasskey)
  await open('/welcome')
  await expectWholeShell()
  await steps.nth(2).getByRole('button', { name: 'Add a passkey' }).click()
  serveSteps('vault', 'https', 'passkey')
  await button('Continue').click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect.element(codes).toBeVisible()
  await expect.element(steps.nth(2)).toMatchTextContent('Add a passkey, done')
  await codes.getByRole('button', { name: 'I have stored them' }).click()
  await expect.element(codes).not.toBeInTheDocument()
  await expect.element(steps.nth(2)).toHaveFocus()
})

test('HTTPS is explained in place, with the domain that was typed in every command', async () => {
  serveSteps('vault')
  await open('/welcome')
  await steps.nth(1).getByRole('button', { name: 'Set up HTTPS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up HTTPS' })
  await expect.element(dialog.getByText('caddy reverse-proxy --from vault.example.org --to 127.0.0.1:')).toBeVisible()
  await field('Domain').fill('vault.example.com/path')
  await expect.element(field('Domain')).toHaveAccessibleDescription(/Enter a domain such as vault.example.org/)
  for (const number of ['10.0.0.7', 'localhost', 'vault']) {
    await field('Domain').fill(number)
    await expect.element(field('Domain')).toHaveAttribute('aria-invalid', 'true')
  }
  await field('Domain').fill('https://Codes.Example.com/')
  await expect.element(dialog.getByText('caddy reverse-proxy --from codes.example.com --to 127.0.0.1:')).toBeVisible()
  await expect.element(dialog.getByText('APP_URL=https://codes.example.com TRUSTED_PROXIES=127.0.0.1,::1 npm start')).toBeVisible()
  await expect
    .element(dialog.getByRole('link', { name: 'Open codes.example.com' }))
    .toHaveAttribute('href', 'https://codes.example.com/welcome')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expectAddress('/welcome')
})

test('the tile that scans opens the scanner at once', async () => {
  serveSteps('vault', 'https', 'passkey')
  await open('/welcome')
  await steps
    .nth(3)
    .getByRole('button', { name: /^Scan a QR code/ })
    .click()
  await expect.element(page.getByRole('dialog', { name: 'Scan QR Code' })).toBeVisible()
})

test('with all of them done it leads to the codes', async () => {
  serveSteps(...names)
  await open('/welcome')
  await expect.element(page.getByRole('link', { name: 'Go to my codes' })).toHaveAttribute('href', '/dashboard')
})

test('Hide leaves the open ones under what needs attention, from where they are gone on with', async () => {
  serveSteps('vault', 'https')
  await open('/welcome')
  await page.getByRole('link', { name: 'Hide' }).click()
  await expectAddress('/admin/dashboard')
  const line = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem')
  await expect.element(line).toMatchTextContent('5 first steps are open')
  await line.getByRole('link', { name: /^Go on/ }).click()
  await expectAddress('/welcome')
})

const mailDialog = () => page.getByRole('dialog', { name: 'Connect e-mail' })
const connect = () => mailDialog().getByRole('button', { name: 'Test and connect' }).click()

async function openMail() {
  serveSteps('vault', 'https', 'passkey', 'key', 'invite')
  await open('/welcome')
  await steps.nth(5).getByRole('button', { name: 'Connect e-mail' }).click()
  await expect.element(mailDialog()).toBeVisible()
}

async function fillMail() {
  await field('Host').fill('mail.example.org')
  await field('Username').fill('vault')
  await field('Password').fill('Harbour')
  await field('From address').fill('vault@example.org')
}

test('e-mail is connected in place: a provider is saved only when its test e-mail was accepted', async () => {
  serve(listProviders, { has_sender: true })
  await openMail()
  await connect()
  await expect.element(field('Host')).toHaveFocus()
  await expect.element(field('Host')).toHaveAccessibleDescription('This is required')
  const saved = serve(createProvider, { success: true })
  serve(testProvider, { success: false, message: 'Check Host. mail.example.org was not found.', fields: ['configuration.host'] })
  await fillMail()
  await connect()
  await expect.element(mailDialog().getByRole('alert')).toMatchTextContent('Check Host. mail.example.org was not found.')
  await expect.element(field('Host')).toHaveAccessibleDescription('Check this setting')
  await expectAccessible()
  expect(saved).toEqual([])
  const tested = serve(testProvider, { success: true })
  await field('Host').fill('smtp.example.org')
  await expect.element(mailDialog().getByRole('alert')).not.toBeInTheDocument()
  serveSteps('vault', 'https', 'passkey', 'key', 'invite', 'mail')
  await connect()
  await expect.element(mailDialog().getByText('E-mail is connected')).toBeVisible()
  expect(tested.map(({ body }) => body)).toEqual(saved.map(({ body }) => body))
  expect(saved.map(({ body }) => body.configuration)).toMatchObject([{ host: 'smtp.example.org', from_email: 'vault@example.org' }])
  await mailDialog().getByRole('button', { name: 'Done' }).click()
  await expect.element(steps.nth(5)).toMatchTextContent('Send e-mail, done')
})

test('connecting e-mail can wait, and a refusal of the server stands in the dialog', async () => {
  serve(listProviders, { has_sender: true })
  await openMail()
  serve(testProvider, refusal('server.unavailable'))
  await resizeWindow(320)
  await fillMail()
  await connect()
  // The fields of a phone are longer than its screen, and the refusal is above them.
  await expect.element(mailDialog().getByRole('alert')).toBeInViewport({ ratio: 1 })
  await mailDialog().getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(mailDialog()).not.toBeInTheDocument()
  await expect.element(steps.nth(5).getByRole('button', { name: 'Connect e-mail' })).toBeVisible()
})

const backupDialog = () => page.getByRole('dialog', { name: 'Back up' })
const made = { id: idOf(1), file_name: 'twofold-2026-01-01-0300-0a1b2c3d.backup', state: 'completed' as const, size: 2_000_000 }

async function openBackup() {
  serveSteps('vault', 'https', 'passkey', 'key', 'invite', 'mail')
  await open('/welcome')
  await steps.nth(6).getByRole('button', { name: 'Make a backup' }).click()
  await expect.element(backupDialog()).toBeVisible()
}

test('the first backup is made in place, and the step is done when the secret that opens it is stored elsewhere', async () => {
  const secret = { place: 'file' as const, name: '/data/master.key' }
  serve(listBackups, { data: [] })
  serve(startBackup, () => {
    serve(listBackups, { data: [{ ...made, state: 'running' as const, step: 'reading_back', progress: 40 }], secret })
    return {}
  })
  const confirmed = serve(confirmBackupSecret, { message: 'Noted: the secret is stored elsewhere.' })
  await openBackup()
  await backupDialog().getByRole('button', { name: 'Make backup' }).click()
  await expect.element(backupDialog().getByRole('progressbar', { name: 'Verifying' })).toHaveAttribute('aria-valuenow', '40')
  serve(listBackups, { data: [{ ...made, verified_at: new Date().toISOString() }], encrypted_with: 'master_key', secret })
  await expect.element(backupDialog().getByText('Verified')).toBeVisible()
  await expect.element(backupDialog()).toMatchTextContent(/The root key.*In the file \/data\/master.key on the server/)
  await expectAccessible()
  const done = backupDialog().getByRole('button', { name: 'Done' })
  await expect.element(done).toHaveAttribute('aria-disabled', 'true')
  await done.click({ force: true })
  expect(confirmed).toEqual([])
  await page.getByLabelText('I have stored the secret outside of this machine').click()
  serveSteps(...names)
  await done.click()
  await expect.element(backupDialog()).not.toBeInTheDocument()
  expect(confirmed).toHaveLength(1)
  await expect.element(steps.nth(6)).toMatchTextContent('Back up, done')
})

test('a first backup that failed says why, and is made again', async () => {
  serve(listBackups, { data: [{ ...made, state: 'failed', error: 'There is no room left on the disk of the data folder.' }] })
  await openBackup()
  await expect.element(backupDialog().getByText('There is no room left')).toBeVisible()
  const begun = serve(startBackup, {})
  await backupDialog().getByRole('button', { name: 'Make backup' }).click()
  await expect.poll(() => begun.length).toBe(1)
})
