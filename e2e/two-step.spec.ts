import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { pressEscape } from './keyboard.ts'
import { readQr } from './read-qr.ts'
import { dialog, enrolTotp, enterPin, openSecurity, row } from './security-page.ts'
import { totpCode } from './totp.ts'

const codesList = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')

/** A device that makes passkeys, and whose owner agrees to everything at once. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  })
}

test('an authenticator app is set up by QR code or secret, proves itself with a code, and brings ten recovery codes, shown once', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/status of (403|422)/)
  await openSecurity(page, person)
  await expect(page.getByText('Your password is all that protects your vault.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await enterPin(page, person.pin)
  const enrol = dialog(page, 'Set up an authenticator app')
  const secret = (await enrol.locator('.secret-text').innerText()).replaceAll(/\s/g, '')
  const [uri = ''] = await readQr(enrol.getByRole('img', { name: 'QR code for your sign-in' }))
  expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  expect(decodeURIComponent(uri)).toContain(person.email)
  await expectAccessible(page)
  await enrol.getByLabel('Code from the app').fill('000000')
  await page.keyboard.press('Enter')
  await expect(enrol.getByLabel('Code from the app')).toHaveAccessibleDescription(/This code is wrong/)
  await enrol.getByLabel('Code from the app').fill(totpCode(secret))
  await page.keyboard.press('Enter')
  await expect(codesList(page)).toHaveCount(10)
  await expectAccessible(page)
  const shown = await codesList(page).allInnerTexts()
  const codes = shown.map((text) => text.replaceAll(/\s/g, ''))

  await page.getByRole('button', { name: 'Copy all' }).click()
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual(codes)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(codes.join('\n'))
  await page.emulateMedia({ media: 'print' })
  await expect(codesList(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy all' })).not.toBeInViewport()
  await expect(page.locator('#root')).toBeHidden()
  await page.emulateMedia({ media: null })

  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(row(page, 'Authenticator app')).toContainText('On')
  await expect(row(page, 'Recovery codes')).toContainText('10 of 10 left')
  await expect(codesList(page)).toHaveCount(0)
})

test('new recovery codes take the place of the old, and removing the last second factor says what that means, both by the PIN', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/status of 403/)
  const { recoveryCodes } = await enrolTotp(person)
  await openSecurity(page, person)
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  await enterPin(page, person.pin)
  await expect(codesList(page)).toHaveCount(10)
  expect((await codesList(page).allInnerTexts()).join()).not.toContain(recoveryCodes[0])
  await page.getByRole('button', { name: 'I have stored them' }).click()
  // As if five minutes had gone by since the PIN.
  await inDatabase(person.app, 'update sessions set pin_until = null where user_id = (select id from users where email = $1)', [
    person.email,
  ])
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await expect(page.getByText('This is your last second factor')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await enterPin(page, person.pin)
  await expect(page.getByText('Codes are no longer required at sign-in.')).toBeVisible()
  await expect(row(page, 'Authenticator app')).toContainText('Off')
  await expect(row(page, 'Recovery codes')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('a passkey is added by name, renamed and removed', async ({ page, person, guard }) => {
  guard.allow(/status of 403/)
  await openSecurity(page, person)
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const add = dialog(page, 'Add a passkey')
  await expect(add.getByLabel('Name')).toBeFocused()
  // As the list of sessions names it.
  await expect(add.getByLabel('Name')).toHaveValue('Chrome on Linux')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(add.getByLabel('Name')).toHaveAccessibleDescription('Name is required')
  await add.getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  // The question lies on top of the dialog, and has the focus.
  await expect(dialog(page, 'Enter your PIN').getByLabel('PIN', { exact: true })).toBeFocused()
  await page.keyboard.type(person.pin)
  await page.keyboard.press('Enter')
  await expect(codesList(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'I have stored them' }).click()
  await expect(row(page, 'Laptop')).toContainText('never used')

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await add.getByLabel('Name').fill('The same again')
  await page.keyboard.press('Enter')
  await expect(add.getByText('This device has a passkey for your account already.')).toBeVisible()
  await pressEscape(add)
  await page.getByRole('button', { name: 'Discard changes' }).click()

  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await dialog(page, 'Rename Laptop').getByLabel('Name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Old laptop')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(row(page, 'Old laptop')).toHaveCount(0)
})
