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
  dialog,
  drop,
  enterPassword,
  entries,
  expectCount,
  inDialog,
  linkOf,
  openFromMenu,
  openImport,
  paste,
  rfc,
  serveVault,
  textFile,
} from '../testing/import-dialog.ts'
import { open } from '../testing/open.tsx'
import { qrPicture } from '../testing/qr-pictures.ts'
import { refusal, serve } from '../testing/server.ts'
import { signInWithKeys } from '../testing/vault.ts'
import aegis from './fixtures/aegis-encrypted.json?raw'
import links from './fixtures/links.txt?raw'

/** An export of Aegis that asks for a gigabyte and seconds of scrypt. */
const costlyFile = () => textFile(aegis.replaceAll(/"n": ?\d+/g, '"n": 1048576'), 'costly.json')

test('a wrong password is said in words, and the right one then opens the file', async () => {
  serveVault()
  await openImport()
  await choose(textFile(aegis, 'aegis-encrypted.json'))
  const field = dialog.getByLabelText('File password')
  await expect.element(field).toHaveFocus()
  await expect.element(dialog.getByText('aegis-encrypted.json is encrypted.')).toBeVisible()
  await expectAccessible()
  await enterPassword('open sesame')
  await expect.element(field).toHaveAccessibleDescription('This password is wrong. Please try again.')
  await expect.element(field).toHaveValue('')
  await enterPassword('open sesame é')
  await expect.poll(() => entries.elements().length).toBe(4)
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
  await expect.poll(() => entry('Host 2').element().querySelector('code')?.textContent).toMatch(/\d{3}\s\d{3}/)
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

test('an import that fails adds nothing, says so, and can be tried again', async () => {
  signInWithKeys()
  serve(importKeys, refusal('server.unavailable'))
  await openImport()
  await choose(textFile(`${linkOf(1)}\n${linkOf(2)}`))
  await expect.element(dialog.getByRole('heading', { name: 'The keys could not be compared with yours' })).toBeVisible()
  await expectAccessible()
  const { added } = serveVault()
  await inDialog('Retry The keys could not be compared with yours').click()
  await expectCount(entries, 2)
  serve(importKeys, refusal('server.unavailable'))
  await inDialog('Add 2 keys').click()
  await expect.element(dialog.getByText('Keys that you have already are not added twice.')).toBeVisible()
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

test('a file of 200 MB ends in a sentence, and the dialog takes the next one', async () => {
  serveVault()
  await openImport()
  const megabyte = new Uint8Array(1024 * 1024).fill(32)
  drop(new File(['[', ...Array.from({ length: 200 }, () => megabyte), ']'], 'huge.json', { type: 'application/json' }))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('This file is too large. Please use one of at most 16 MB.')
  await choose(textFile(linkOf(1)))
  await expectCount(entries, 1)
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

test('an import of 5,000 keys shows its progress, draws only those in sight, and adds all at once', async () => {
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
