import { getFactors } from '@twofold/contract/factors'
import { importKeys } from '@twofold/contract/transfer'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noteVaultLocked } from '../lib/vault-lock.ts'
import { expectAccessible } from '../testing/axe.ts'
import { button } from '../testing/fields.ts'
import { pressEscape } from '../testing/keyboard.ts'
import {
  addAll,
  choose,
  databaseFile,
  dialog,
  drop,
  enterPassword,
  entries,
  expectCount,
  inDialog,
  openFromMenu,
  openImport,
  paste,
  serveVault,
  textFile,
} from '../testing/import-dialog.ts'
import { migrationLinks } from '../testing/migration-links.ts'
import { open } from '../testing/open.tsx'
import { qrPicture } from '../testing/qr-pictures.ts'
import { scanner, upload } from '../testing/scanner.ts'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'
import { fromBase64 } from './opening/bytes.ts'
import aegis from './fixtures/aegis-encrypted.json?raw'
import keePass from './fixtures/formats/keepass-4.kdbx.base64?raw'
import keePassBoth from './fixtures/formats/keepass-4-both.kdbx.base64?raw'
import keePassEmpty from './fixtures/formats/keepass-4-empty.kdbx.base64?raw'
import keyFile from './fixtures/formats/keyfile-2.keyx?raw'
import printedFields from './fixtures/formats/printed-fields.pdf.base64?raw'
import printedImages from './fixtures/formats/printed-images.pdf.base64?raw'
import links from './fixtures/links.txt?raw'

const rfc = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const linkOf = (number: number) =>
  `otpauth://totp/Host:ann${number}?secret=${rfc.slice(0, -1)}${'ABCDEFGH'[number]}&issuer=Host%20${number}`
const accounts = ['Code host', 'Mail', 'Bank'].map((issuer, index) => ({
  secret: `${rfc.slice(0, -1)}${'ABC'[index]}`,
  issuer,
  name: 'ann',
}))

test('a wrong password is said in words, and the right one then opens the file', async () => {
  serveVault()
  await openImport()
  await choose(textFile(aegis, 'aegis-encrypted.json'))
  const field = dialog.getByLabelText('File password')
  await expect.element(field).toHaveFocus()
  await expect.element(dialog.getByText('aegis-encrypted.json is encrypted.')).toBeVisible()
  await expectAccessible()
  await enterPassword('open sesame')
  await expect.element(field, { timeout: 20_000 }).toHaveAccessibleDescription('This password is not right. Please try again.')
  await expect.element(field).toHaveValue('')
  await enterPassword('open sesame é')
  await expect.poll(() => entries.elements().length, { timeout: 20_000 }).toBe(4)
})

test('each entry has its verdict, those that are new can be left out, and the same file again adds nothing', async () => {
  const { added } = serveVault(linkOf(1))
  await open('/dashboard')
  await openFromMenu()
  const file = textFile([linkOf(1), linkOf(2), linkOf(3), linkOf(3), `otpauth://totp/Broken?secret=${rfc}&digits=99`].join('\n'))
  await choose(file)
  const entry = (text: string) => entries.filter({ hasText: text })
  await expect.element(entry('Host 1')).toMatchTextContent(/Already in your vault/)
  await expect.element(entry('Host 1').getByRole('checkbox')).not.toBeInTheDocument()
  await expect.element(entry('Host 3').last()).toMatchTextContent(/Duplicate/)
  await expect.element(entry('Broken')).toMatchTextContent(/Cannot be added ?The length of its codes is not supported\./)
  await expect.poll(() => entry('Host 2').element().querySelector('.preview-code')?.textContent).toMatch(/\d{3}\s\d{3}/)
  await expectAccessible()
  const there = button('Already in your vault: 2')
  await there.click()
  await expectCount(entries, 2)
  await there.click()
  const all = dialog.getByRole('checkbox', { name: 'All 2 new keys' })
  await all.click()
  await expect.element(inDialog('Add 0 keys')).toHaveAccessibleDescription('Choose at least one key.')
  await entry('Host 3').getByRole('checkbox').click()
  await expect.element(all).toBePartiallyChecked()
  await inDialog('Add 1 key').click()
  await expect.element(dialog.getByText('1 key added')).toBeVisible()
  await expectAccessible()
  await inDialog('Done').click()
  await expectCount(page.getByRole('article'), 2)

  await openFromMenu()
  await choose(file)
  await addAll('Add 1 key')
  await expectCount(page.getByRole('article'), 3)
  expect(added()).toEqual([['Host 3'], ['Host 2']])
  await openFromMenu()
  await choose(file)
  await expect.element(dialog.getByText('Nothing new to import.').first()).toBeVisible()
  await expect.element(inDialog('Add 0 keys')).toHaveAttribute('aria-disabled', 'true')
})

test('pictures of the old application are drawn again before they are sent, and one that nobody can show is left out', async () => {
  const { calls } = serveVault()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><!-- Ann --><rect width="300" height="100" fill="red"/></svg>'
  // Says that it is a PNG, and ends there.
  const broken = btoa('\u0089PNG\r\n\u001a\n')
  const entries = [btoa(svg), broken, btoa(svg), null].map((icon, number) => ({
    type: 'totp',
    name: 'ann',
    issuer: `Host ${number}`,
    icon,
    info: { secret: `${rfc.slice(0, -1)}${'ABCD'[number]}`, algo: 'SHA1', digits: 6, period: 30 },
  }))
  await openImport()
  await choose(textFile(JSON.stringify({ version: 1, header: { slots: null, params: null }, db: { version: 3, entries } }), 'aegis.json'))
  await inDialog('Add 4 keys').click()
  await expect.element(dialog.getByText('1 picture could not be added. Its key shows the mark of its service instead.')).toBeVisible()
  const [dry, real] = calls.map(({ body }) => body.entries.map(({ icon }) => icon))
  expect(dry).toEqual([undefined, undefined, undefined, undefined])
  expect(real?.map((icon) => typeof icon)).toEqual(['string', 'undefined', 'string', 'undefined'])
  const image = new Image()
  image.src = `data:image/png;base64,${real?.[0]}`
  await image.decode()
  expect([image.naturalWidth, image.naturalHeight]).toEqual([128, 128])
})

test('an import that fails adds nothing, says so, and can be tried again', async () => {
  signInWithKeys()
  serve(importKeys, refusal('server.unavailable'))
  await openImport()
  await choose(textFile(`${linkOf(1)}\n${linkOf(2)}`))
  await expect.element(dialog.getByRole('heading', { name: 'The keys could not be compared with yours' })).toBeVisible()
  await expectAccessible()
  const { added } = serveVault()
  await inDialog('Retry').click()
  await expectCount(entries, 2)
  serve(importKeys, refusal('server.unavailable'))
  await inDialog('Add 2 keys').click()
  await expect.element(dialog.getByText('What is there already is not added twice.')).toBeVisible()
  expect(added()).toEqual([])
  const { added: addedThen } = serveVault()
  await addAll('Add 2 keys')
  expect(addedThen()).toEqual([['Host 1', 'Host 2']])
})

test('a file that cannot be read is refused with the reason, and what can be read is said', async () => {
  serveVault()
  await openImport()
  const refusals: [File, string][] = [
    [textFile('hello'), 'This is not an export that Twofold knows. See below which ones it can read.'],
    [textFile('{"header":'), 'This file is damaged or incomplete. Please export it again.'],
    [textFile('[]'), 'There are no keys in it.'],
    [textFile('{"encrypted":true,"items":[]}'), 'This Bitwarden export is restricted to the account that made it'],
    [await qrPicture('https://example.org/'), 'This is not an export that Twofold knows.'],
  ]
  for (const [file, message] of refusals) {
    await choose(file)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
  }
  await dialog.getByText('What can be imported').click()
  await expect.element(dialog.getByText('Settings, 2FAS Backup, Export: with or without a password')).toBeVisible()
  await expectAccessible()
})

test('pictures of an export of several codes are collected, and which ones are missing is said', async () => {
  const { added } = serveVault()
  const [first = '', second = '', third = ''] = migrationLinks(accounts, 3)
  await openImport()
  await choose(await qrPicture(third), await qrPicture(first))
  const parts = dialog.getByRole('list', { name: 'Parts of the export' }).getByRole('listitem')
  await expect
    .poll(() => parts.elements().map(({ textContent }) => textContent))
    .toEqual(['Part 1: scanned', 'Part 2: missing', 'Part 3: scanned'])
  await expect.element(dialog.getByText('2 of 3 QR codes scanned')).toBeVisible()
  await expectAccessible()
  await choose(textFile('hello'))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This is not an export that Twofold knows.')
  await expect.element(parts.nth(1)).toHaveTextContent('Part 2: missing')
  await paste(second)
  await expect.element(dialog.getByText('3 entries from Google Authenticator')).toBeVisible()
  await addAll('Add 3 keys')
  expect(added().map((names) => names.length)).toEqual([3])
})

test('who has no more of the codes goes on with what is there', async () => {
  serveVault()
  const [first = ''] = migrationLinks(accounts, 3)
  await openImport()
  await dialog.getByLabelText('Or paste links').fill(first)
  await inDialog('Continue').click()
  await inDialog('Go on with 1 key').click()
  await expect.poll(() => entries.elements().length).toBe(1)
})

test('on the dashboard a dropped file and a pasted list start the import', async () => {
  const { added } = serveVault()
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  drop(textFile(links, 'links.txt'))
  await expectCount(entries, 3)
  await pressEscape()
  await button('Discard changes').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await paste(`${linkOf(1)}\n${linkOf(2)}`)
  await expectCount(entries, 2)
  await addAll('Add 2 keys')
  expect(added()).toEqual([['Host 1', 'Host 2']])
  await expect.element(page.getByRole('article', { name: 'Host 1' })).toBeVisible()
})

test.each([
  ['as pictures', printedImages],
  ['as fields, as browsers print them', printedFields],
])('the codes in a PDF are read, drawn %s', async (_, text) => {
  serveVault()
  await openImport()
  await choose(new File([Uint8Array.from(fromBase64(text))], 'codes.pdf', { type: 'application/pdf' }))
  await expect.element(dialog.getByText('2 entries from a list of links')).toBeVisible()
  await expectCount(entries, 2)
})

test('nothing of a database leaves the browser before the person agrees, and then only its keys', async () => {
  const { calls, added } = serveVault()
  await openImport()
  await choose(databaseFile(keePass))
  await dialog.getByLabelText('File password').fill('open sesame é')
  await inDialog('Open').click()
  await expect.element(dialog.getByText('3 entries from KeePass')).toBeVisible()
  expect(calls.map(({ body }) => body.dry_run)).toEqual([true])
  expect(JSON.stringify(calls.map(({ body }) => body))).not.toMatch(/never read|open sesame/)
  await addAll('Add 3 keys')
  expect(added()).toEqual([['Code host', 'Bank', 'Games']])
})

test('a KeePass database is asked for its key file too, in the dialog or chosen with it', async () => {
  serveVault()
  await openImport()
  await choose(databaseFile(keePassBoth))
  await expect
    .element(dialog.getByText('vault.kdbx is a KeePass database. Enter its password, choose its key file, or both.'))
    .toBeVisible()
  await expectAccessible()
  await enterPassword('open sesame é')
  const field = dialog.getByLabelText('File password')
  await expect.element(field).toHaveAccessibleDescription(/Check the password, and whether the database needs a key file\./)
  await choose(textFile(keyFile, 'mine.keyx'))
  await expect.element(dialog.getByText('mine.keyx')).toBeVisible()
  await enterPassword('open sesame é')
  await expect.element(dialog.getByText('3 entries from KeePass')).toBeVisible()
  await inDialog('Choose another file').click()
  await choose(databaseFile(keePassBoth), textFile(keyFile, 'mine.keyx'))
  await expect.element(dialog.getByText('mine.keyx')).toBeVisible()
  await enterPassword('open sesame é')
  await expect.element(dialog.getByText('3 entries from KeePass')).toBeVisible()
})

test('a KeePass database with an empty password opens with none', async () => {
  serveVault()
  await openImport()
  await choose(databaseFile(keePassEmpty))
  await inDialog('Open').click()
  await expect.element(dialog.getByText('3 entries from KeePass')).toBeVisible()
})

test('a file of 200 MB ends in a sentence, and the dialog takes the next one', async () => {
  serveVault()
  await openImport()
  const megabyte = new Uint8Array(1024 * 1024).fill(32)
  drop(new File(['[', ...Array.from({ length: 200 }, () => megabyte), ']'], 'huge.json', { type: 'application/json' }))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This file is too large. Please use one of at most 16 MB.')
  await choose(textFile(linkOf(1)))
  await expectCount(entries, 1)
})

test('two files at once come in together, or neither does and the one that cannot be read is named', async () => {
  const { calls } = serveVault()
  await openImport()
  await choose(textFile(linkOf(1), 'one.txt'), textFile('{"header":', 'two.json'))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('two.json: This file is damaged or incomplete.')
  expect(calls).toEqual([])
  await choose(textFile(linkOf(1), 'one.txt'), textFile(linkOf(2), 'two.txt'))
  await expectCount(entries, 2)
})

test('a file dropped on a locked vault is not opened, and why is said', async () => {
  serveVault()
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  serve(getFactors, { has_pin: true, pin_state: 'good', has_password: true })
  noteVaultLocked()
  await expect.element(page.getByRole('heading', { name: 'Your vault is locked' })).toBeVisible()
  await expect.element(page.getByText('Enter your PIN to continue.')).toBeVisible()
  expect(drop(textFile(linkOf(1)))).toBe(true)
  await expect.element(page.getByText('The file was not opened. Open your vault first, then choose the file again.')).toBeVisible()
  expect(dialog.elements()).toEqual([])
  await expectAccessible()
})

/** An export of Aegis that asks for a gigabyte and seconds of scrypt. */
const costlyFile = () => textFile(aegis.replaceAll(/"n": ?\d+/g, '"n": 1048576'), 'costly.json')

test('how long a password takes is said, and a vault that locks meanwhile stops the import', async () => {
  const { calls } = serveVault()
  await openImport()
  await choose(costlyFile())
  await enterPassword('open sesame é')
  await expect.element(dialog.getByText(/^About \d+ seconds? left$/)).toBeVisible()
  await expectAccessible()
  await inDialog('Cancel').click()
  await expect.element(dialog.getByText('Drop an export here')).toBeVisible()
  await choose(costlyFile())
  await enterPassword('open sesame é')
  await expect.element(dialog.getByText(/^About \d+ seconds? left$/)).toBeVisible()
  serve(getFactors, { has_pin: true, pin_state: 'good', has_password: true })
  noteVaultLocked()
  await expect.element(page.getByRole('heading', { name: 'Your vault is locked' })).toBeVisible()
  expect(dialog.elements()).toEqual([])
  expect(calls).toEqual([])
})

test('a tab that is closed while an import is read or reviewed has added nothing, since all goes in with one call', async () => {
  const { calls, added } = serveVault()
  await openImport()
  await choose(textFile(`${linkOf(1)}\n${linkOf(2)}`))
  await expectCount(entries, 2)
  // Nothing of the tab is left.
  await open('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'No 2FA keys' })).toBeVisible()
  expect(dialog.elements()).toEqual([])
  expect(calls.map(({ body }) => body.dry_run)).toEqual([true])
  await openImport()
  await choose(textFile(`${linkOf(1)}\n${linkOf(2)}`))
  await addAll('Add 2 keys')
  expect(added()).toEqual([['Host 1', 'Host 2']])
})

test('the end is a proof: codes are compared one by one, and only when all match the file is to be deleted', async () => {
  serveVault()
  await openImport()
  await choose(textFile(`${linkOf(1)}\n${linkOf(2)}`))
  await inDialog('Add 2 keys').click()
  await expect.element(dialog.getByText('2 keys left to compare')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Host 1' }).click()
  await expect.element(dialog.getByText('1 key left to compare')).toBeVisible()
  expect(dialog.getByText('Delete the exported file now').elements()).toEqual([])
  await inDialog('All match').click()
  await expect.element(dialog.getByText('Delete the exported file now')).toBeVisible()
  await expectAccessible()
})

test('of 5,000 keys it is told how far they are, only those in sight are drawn, and all are added at once', async () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const base32 = (number: number) => [15, 10, 5, 0].map((shift) => letters[(number >> shift) & 31]).join('')
  const link = (number: number) => `otpauth://totp/Host:ann?secret=${rfc.slice(0, -4)}${base32(number)}&issuer=Host%20${number}`
  const { added } = serveVault()
  await openImport()
  const seen = new Set<string>()
  const watching = new MutationObserver(() => {
    const bar = document.querySelector('[role=progressbar]')
    if (bar) seen.add(`${bar.getAttribute('aria-label')} ${bar.getAttribute('aria-valuenow') ?? 'busy'}`)
  })
  watching.observe(document, { subtree: true, childList: true, attributes: true })
  await choose(textFile(Array.from({ length: 5000 }, (_, number) => `${link(number)}&image=${'x'.repeat(2000)}`).join('\n')))
  await expect.element(dialog.getByText('5,000 entries from a list of links')).toBeVisible()
  watching.disconnect()
  expect(new Set([...seen].map((text) => text.slice(0, 11)))).toEqual(new Set(['Reading the', 'Comparing w']))
  expect(seen.size).toBeGreaterThan(3)
  await expect.element(entries.first()).toHaveAttribute('aria-setsize', '5000')
  expect(entries.elements().length).toBeLessThan(60)
  await expectAccessible()
  await entries.first().getByRole('checkbox').click()
  await addAll('Add 4,999 keys')
  await expect.element(page.getByText('4,999 keys of your own')).toBeVisible()
  expect(added().map((names) => names.length)).toEqual([4999])
})

test('from the import to the scanner and back: all that was there is kept, also when nothing was scanned', async () => {
  const [first = '', second = ''] = migrationLinks(accounts, 2)
  serveVault()
  await openImport()
  await choose(await qrPicture(second), textFile(linkOf(1)))
  const toScanner = () => inDialog('Scan with the camera').click()
  await toScanner()
  await scanner.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog.getByText('1 of 2 QR codes scanned')).toBeVisible()
  await toScanner()
  await expect.element(scanner.getByText('1 of 2 QR codes scanned')).toBeVisible()
  await upload(await qrPicture(first))
  await expect.element(dialog.getByText('4 entries from Google Authenticator, a list of links')).toBeVisible()
})
