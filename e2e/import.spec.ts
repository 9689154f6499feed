import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { holdScript } from './hold-script.ts'
import { migrationLinks } from './migration-links.ts'
import { addKey, enter } from './people.ts'
import { drawQr, toPng } from './pictures.ts'
import { drop, pasteText, pngFile } from './scanner.ts'
import {
  addAll,
  choose,
  digitsOf,
  enterFilePassword,
  entries,
  expectCode,
  fixture,
  foreignCodes,
  importDialog,
  openImport,
  openMenuItem,
  rfc,
  textFile,
} from './transfer.ts'

const linkOf = (number: number) => `otpauth://totp/Host:ann${number}?secret=${rfc.slice(0, -4)}${base32(number)}&issuer=Host%20${number}`
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base32 = (number: number) => [15, 10, 5, 0].map((shift) => letters[(number >> shift) & 31]).join('')

test('the keys of an encrypted export come with every parameter, and show the codes that other software shows', async ({
  page,
  person,
}) => {
  await openImport(page, person)
  await choose(page, await fixture('ente-encrypted.txt'))
  await enterFilePassword(page)
  await expect(importDialog(page).getByText('entries from Ente Auth')).toBeVisible({ timeout: 30_000 })
  for (const name of ['Code host', 'Bank', 'Games'])
    await expect(entries(page).filter({ hasText: name }).getByText('New', { exact: true })).toBeVisible()
  await addAll(page, 'Add 3 keys')
  await expect(page.getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: 'Get next code for Bank' }).click()
  await expectCode(page, 'Bank', foreignCodes.Bank)
  await expectCode(page, 'Code host', foreignCodes['Code host'])
  await expectCode(page, 'Games', foreignCodes.Games)
})

test('a wrong password is said in words, and the right one then opens the file', async ({ page, person }) => {
  await openImport(page, person)
  await choose(page, await fixture('aegis-encrypted.json'))
  const field = importDialog(page).getByLabel('Password of the file')
  await expect(field).toBeFocused()
  await expect(importDialog(page).getByText('aegis-encrypted.json is encrypted.')).toBeVisible()
  await expectAccessible(page)
  await enterFilePassword(page, 'open sesame')
  await expect(field).toHaveAccessibleDescription('This password is not right. Please try again.', { timeout: 30_000 })
  await expect(field).toHaveValue('')
  await enterFilePassword(page)
  await expect(entries(page)).toHaveCount(4, { timeout: 30_000 })
})

test('each entry has its verdict, those that are new can be left out, and the same file again adds nothing', async ({ page, person }) => {
  await addKey(person, { name: 'Mine', uri: linkOf(1) })
  await enter(page, person)
  await openMenuItem(page, 'Import keys')
  const file = textFile([linkOf(1), linkOf(2), linkOf(3), linkOf(3), `otpauth://totp/Broken?secret=${rfc}&digits=99`].join('\n'))
  await choose(page, file)
  const entry = (text: string) => entries(page).filter({ hasText: text })
  await expect(entry('Host 1')).toContainText('Already there')
  await expect(entry('Host 1').getByRole('checkbox')).toHaveCount(0)
  await expect(entry('Host 3').last()).toContainText('Twice in the file')
  await expect(entry('Broken')).toContainText('Cannot be added The length of its codes is not supported.')
  await expect(entry('Host 2').locator('.preview-code')).toHaveText(/\d{3} \d{3}/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Already there: 2' }).click()
  await expect(entries(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Already there: 2' }).click()
  const all = importDialog(page).getByRole('checkbox', { name: 'All 2 new keys' })
  await all.uncheck()
  await expect(importDialog(page).getByRole('button', { name: 'Add 0 keys' })).toHaveAccessibleDescription('Choose at least one key.')
  await entry('Host 3').getByRole('checkbox').check()
  await expect(all).toBeChecked({ indeterminate: true })
  await importDialog(page).getByRole('button', { name: 'Add 1 key' }).click()
  await expect(importDialog(page).getByText('1 key added')).toBeVisible()
  await expectAccessible(page)
  await importDialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)

  await openMenuItem(page, 'Import keys')
  await choose(page, file)
  await addAll(page, 'Add 1 key')
  await expect(page.getByRole('article')).toHaveCount(3)
  await openMenuItem(page, 'Import keys')
  await choose(page, file)
  await expect(importDialog(page).getByText('There is nothing new in it.').first()).toBeVisible()
  await expect(importDialog(page).getByRole('button', { name: 'Add 0 keys' })).toHaveAttribute('aria-disabled', 'true')
})

test('an import that fails adds nothing, says so, and can be tried again', async ({ page, person, guard }) => {
  guard.allow(/status of 503/)
  await openImport(page, person)
  const unavailable = { status: 503, json: { code: 'server.unavailable', message: 'The database cannot be reached right now.' } }
  await page.route('**/api/keys/import', (route) => route.fulfill(unavailable), { times: 1 })
  await choose(page, textFile(`${linkOf(1)}\n${linkOf(2)}`))
  await expect(importDialog(page).getByRole('heading', { name: 'The keys could not be compared with yours' })).toBeVisible()
  await expectAccessible(page)
  await importDialog(page).getByRole('button', { name: 'Retry' }).click()
  await expect(entries(page)).toHaveCount(2)
  await page.route('**/api/keys/import', (route) => route.fulfill(unavailable), { times: 1 })
  await importDialog(page).getByRole('button', { name: 'Add 2 keys' }).click()
  await expect(importDialog(page).getByText('What is there already is not added twice.')).toBeVisible()
  await addAll(page, 'Add 2 keys')
  await expect(page.getByRole('article')).toHaveCount(2)
})

const refusals = [
  ['is no export', textFile('hello'), 'This is not an export that Twofold knows. See below which ones it can read.'],
  ['is cut off', textFile('{"header":'), 'This file is damaged or not whole. Please export it anew.'],
  ['has no keys', textFile('[]'), 'There are no keys in it.'],
  [
    'is restricted to an account of Bitwarden',
    textFile('{"encrypted":true,"items":[]}'),
    'This Bitwarden export is restricted to the account that made it',
  ],
  ['is a picture without a code', pngFile(toPng(drawQr('https://example.org/'))), 'This is not an export that Twofold knows.'],
] as const

test('a file that cannot be read is refused with the reason, and what can be read is said', async ({ page, person }) => {
  await openImport(page, person)
  for (const [what, file, message] of refusals) {
    await test.step(`that ${what}`, async () => {
      await choose(page, file)
      await expect(importDialog(page).getByRole('alert')).toContainText(message)
    })
  }
  await importDialog(page).getByText('What can be imported').click()
  await expectAccessible(page)
})

test('of 5,000 keys it is told how far they are, only those in sight are drawn, and all are added at once', async ({ page, person }) => {
  test.slow()
  await openImport(page, person)
  await page.evaluate(() => {
    const seen = new Set<string>()
    Object.assign(window, { seenProgress: seen })
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar]')
      if (bar) seen.add(`${bar.getAttribute('aria-label')} ${bar.getAttribute('aria-valuenow') ?? 'busy'}`)
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
  const lines = Array.from({ length: 5000 }, (_, number) => `${linkOf(number)}&image=${'x'.repeat(2000)}`)
  await choose(page, textFile(lines.join('\n')))
  await expect(importDialog(page).getByText('5,000 entries from a list of links')).toBeVisible({ timeout: 60_000 })
  const seen = await page.evaluate(() => [...(window as unknown as { seenProgress: Set<string> }).seenProgress])
  expect(new Set(seen.map((text) => text.slice(0, 11)))).toEqual(new Set(['Reading the', 'Comparing w']))
  expect(seen.length).toBeGreaterThan(3)
  await expect(entries(page).first()).toHaveAttribute('aria-setsize', '5000')
  expect(await entries(page).count()).toBeLessThan(60)
  await expectAccessible(page)
  await entries(page).first().getByRole('checkbox').uncheck()
  await addAll(page, 'Add 4,999 keys')
  await expect(page.getByText('4,999 keys of your own')).toBeVisible({ timeout: 30_000 })
})

test('what takes long can be stopped, and nothing of it goes on', async ({ page, person }) => {
  await openImport(page, person)
  const slow = {
    format: 'twofold-export',
    version: 1,
    kdf: { algorithm: 'argon2id', memory_kib: 262_144, iterations: 20, parallelism: 1, salt: 'AAAAAAAAAAAAAAAAAAAAAA==' },
    cipher: 'aes-256-gcm',
    nonce: 'AAAAAAAAAAAAAAAA',
    data: 'A'.repeat(64),
  }
  await choose(page, textFile(JSON.stringify(slow)))
  await enterFilePassword(page, 'anything')
  await expect(importDialog(page).getByRole('progressbar', { name: 'Opening it with the password...' })).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(1)
  await expectAccessible(page)
  await importDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(importDialog(page).getByText('Drop an export here')).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(0)
  await choose(page, textFile(linkOf(1)))
  await expect(entries(page)).toHaveCount(1)
})

const accounts = ['Code host', 'Mail', 'Bank'].map((issuer, index) => ({
  secret: `${rfc.slice(0, -1)}${letters[index]}`,
  issuer,
  name: 'ann',
}))

test('pictures of an export of several codes are collected, and which ones are missing is said', async ({ page, person }) => {
  const [first = '', second = '', third = ''] = migrationLinks(accounts, 3)
  await openImport(page, person)
  await choose(page, pngFile(toPng(drawQr(third, 4))), pngFile(toPng(drawQr(first, 4))))
  const parts = importDialog(page).getByRole('list', { name: 'Parts of the export' }).getByRole('listitem')
  await expect(parts).toHaveText(['Part 1: there', 'Part 2: missing', 'Part 3: there'])
  await expect(importDialog(page).getByText('2 of 3 QR codes scanned')).toBeVisible()
  await expectAccessible(page)
  await choose(page, textFile('hello'))
  await expect(importDialog(page).getByRole('alert')).toContainText('This is not an export that Twofold knows.')
  await pasteText(page, second)
  await expect(importDialog(page).getByText('3 entries from Google Authenticator')).toBeVisible()
  await addAll(page, 'Add 3 keys')
  await expect(page.getByRole('article')).toHaveCount(3)
})

test('who has no more of the codes goes on with what is there', async ({ page, person }) => {
  const [first = ''] = migrationLinks(accounts, 3)
  await openImport(page, person)
  await importDialog(page).getByLabel('Or paste links').fill(first)
  await importDialog(page).getByRole('button', { name: 'Continue' }).click()
  await importDialog(page).getByRole('button', { name: 'Go on with 1 key' }).click()
  await expect(entries(page)).toHaveCount(1)
})

test('on the dashboard a dropped file and a pasted list start the import', async ({ page, person }) => {
  await enter(page, person)
  await expect(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  await drop(page, await fixture('links.txt'))
  await expect(entries(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(importDialog(page)).toBeHidden()
  await pasteText(page, `${linkOf(1)}\n${linkOf(2)}`)
  await expect(entries(page)).toHaveCount(2)
  await addAll(page, 'Add 2 keys')
  await expect(digitsOf(page, 'Host 1')).toBeVisible()
})

test('from the import to the scanner and back: all that was there is kept, also when nothing was scanned', async ({ page, person }) => {
  const [first = '', second = ''] = migrationLinks(accounts, 2)
  await openImport(page, person)
  await choose(page, pngFile(toPng(drawQr(second, 4))), textFile(linkOf(1)))
  const scanner = page.getByRole('dialog', { name: 'Scan QR Code' })
  const toScanner = () => importDialog(page).getByRole('button', { name: 'Scan with the camera' }).click()
  await toScanner()
  await scanner.getByRole('button', { name: 'Cancel' }).click()
  await expect(importDialog(page).getByText('1 of 2 QR codes scanned')).toBeVisible()
  await toScanner()
  await expect(scanner.getByText('1 of 2 QR codes scanned')).toBeVisible()
  await scanner.locator('input[type=file]').setInputFiles(pngFile(toPng(drawQr(first, 4))))
  await expect(importDialog(page).getByText('4 entries from Google Authenticator, a list of links')).toBeVisible()
})

test('the keyboard alone is enough, and the focus comes back to the menu, also when the dialog was slow to come', async ({
  page,
  person,
}) => {
  await addKey(person, { name: 'Mine', uri: linkOf(1) })
  const release = await holdScript(page, 'ImportKeys')
  await enter(page, person)
  await page.getByRole('button', { name: 'More', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(importDialog(page)).toBeVisible()
  release()
  const field = importDialog(page).getByLabel('Or paste links')
  await expect(field).toBeVisible()
  for (let presses = 0; presses < 10 && !(await field.evaluate((element) => element === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.insertText(linkOf(2))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(entries(page)).toHaveCount(1)
  await entries(page).getByRole('checkbox').focus()
  await page.keyboard.press('Enter')
  await expect(importDialog(page).getByText('1 key added')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(importDialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
})
