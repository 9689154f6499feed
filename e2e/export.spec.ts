import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { HOTP, TOTP, URI } from 'otpauth'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { pressEscape } from './keyboard.ts'
import { addKey, enter, type Person, signUp } from './people.ts'
import { readQr } from './read-qr.ts'
import { enterPin } from './security-page.ts'
import {
  addAll,
  choose,
  enterFilePassword,
  expectCode,
  exportDialog,
  foreignCodes,
  hello,
  openImport,
  openMenuItem,
  other,
  rfc,
} from './transfer.ts'

const password = 'Quiet-Lantern-88'

async function addThree(person: Person) {
  await addKey(person, {
    name: 'Code host',
    uri: `otpauth://totp/Code%20host:ann%40example.org?secret=${rfc}&issuer=Code%20host&algorithm=SHA512&digits=8&period=60`,
    tags: ['Team'],
  })
  await addKey(person, { name: 'Bank', uri: `otpauth://hotp/Bank:ann?secret=${hello}&issuer=Bank&algorithm=SHA256&digits=7&counter=41` })
  await addKey(person, { name: 'Games', uri: `otpauth://steam/Games:ann?secret=${other}&issuer=Games` })
}

async function openExport(page: Page, person: Person) {
  await enter(page, person)
  await openMenuItem(page, 'Export keys')
  await expect(exportDialog(page)).toBeVisible()
}

const form = (page: Page, name: 'Encrypted file' | 'Links' | 'QR codes to print') => exportDialog(page).getByRole('radio', { name }).check()

async function typePassword(page: Page, first = password, second = first) {
  await exportDialog(page).getByLabel('File password', { exact: true }).fill(first)
  await exportDialog(page).getByLabel('Confirm password').fill(second)
}

async function save(page: Page, person: Person) {
  const download = page.waitForEvent('download')
  await exportDialog(page)
    .getByRole('button', { name: /^Export \d+ keys?$/ })
    .click()
  await enterPin(page, person.pin)
  const file = await download
  return { name: file.suggestedFilename(), buffer: await readFile(await file.path()) }
}

test('our own file comes out encrypted after the PIN, and elsewhere shows the same codes', async ({ page, app, person, guard }) => {
  guard.allow(/status of 403/)
  await addThree(person)
  await openExport(page, person)
  await typePassword(page)
  await expect(exportDialog(page).getByText(/^Password strength:/)).toBeVisible()
  await expectAccessible(page)
  const { name, buffer } = await save(page, person)
  expect(name).toMatch(/^twofold-\d{4}-\d\d-\d\d\.json$/)
  for (const secret of [rfc, hello, other, 'Code host', password]) expect(buffer.toString()).not.toContain(secret)
  expect(JSON.parse(buffer.toString())).toMatchObject({ format: 'twofold-export', kdf: { algorithm: 'argon2id' }, cipher: 'aes-256-gcm' })
  await expect(exportDialog(page).getByText(`3 keys are in ${name}`)).toBeVisible()
  await expect(exportDialog(page).getByText('without it nobody can open the file, not even an administrator')).toBeVisible()
  await expectAccessible(page)
  const again = page.waitForEvent('download')
  await exportDialog(page).getByRole('button', { name: 'Save again' }).click()
  expect(await readFile(await (await again).path())).toEqual(buffer)

  await openImport(page, await signUp(app))
  await choose(page, { name, mimeType: 'application/json', buffer })
  await enterFilePassword(page, 'something else')
  await expect(page.getByText('This password is wrong. Please try again.')).toBeVisible()
  await enterFilePassword(page, password)
  await addAll(page, 'Add 3 keys')
  await expect(page.getByRole('button', { name: 'Team', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Get next code for Bank' }).click()
  await expectCode(page, 'Bank', foreignCodes.Bank)
  await expectCode(page, 'Code host', foreignCodes['Code host'])
  await expectCode(page, 'Games', foreignCodes.Games)
})

test('links are warned of, hold what other software reads, and only the chosen keys are among them', async ({ page, person, guard }) => {
  guard.allow(/status of 403/)
  await addThree(person)
  await openExport(page, person)
  await form(page, 'Links')
  await expect(exportDialog(page).getByText('This is not encrypted')).toBeVisible()
  await expect(exportDialog(page).getByLabel('File password', { exact: true })).toHaveCount(0)
  await exportDialog(page).getByRole('radio', { name: 'Selected keys' }).check()
  await expect(exportDialog(page).getByRole('button', { name: 'Export 0 keys' })).toHaveAccessibleDescription('Choose at least one key.')
  await exportDialog(page).getByRole('checkbox', { name: 'Code host' }).check()
  await exportDialog(page).getByRole('checkbox', { name: 'Bank' }).check()
  await expectAccessible(page)
  const { name, buffer } = await save(page, person)
  expect(name).toMatch(/^twofold-links-.*\.txt$/)
  const [host, bank, ...rest] = buffer
    .toString()
    .trim()
    .split('\n')
    .map((link) => URI.parse(link))
  expect(rest).toEqual([])
  expect(host).toBeInstanceOf(TOTP)
  expect([host?.issuer, host?.label, host?.generate()]).toEqual(['Code host', 'ann@example.org', foreignCodes['Code host']()])
  expect(bank).toBeInstanceOf(HOTP)
  expect((bank as HOTP).generate({ counter: 41 })).toBe(foreignCodes.Bank())
})

test('the sheet to print has a QR code of every key that a reader reads, and nothing else goes on paper', async ({
  page,
  person,
  guard,
}) => {
  guard.allow(/status of 403/)
  await addThree(person)
  for (let number = 1; number <= 13; number += 1)
    await addKey(person, { name: `Key ${number}`, uri: `otpauth://totp/Host:${number}?secret=${rfc}&issuer=Host` })
  await openExport(page, person)
  await form(page, 'QR codes to print')
  await exportDialog(page).getByRole('button', { name: 'Export 16 keys' }).click()
  await enterPin(page, person.pin)
  const show = exportDialog(page).getByRole('button', { name: 'Show the sheet' })
  await expect(exportDialog(page).getByText('The sheet with 16 keys is ready')).toBeVisible()
  await show.click()
  const sheet = page.getByRole('dialog', { name: 'QR codes to print' })
  const codes = sheet.getByRole('img', { name: /^QR code of / })
  await expect(codes).toHaveCount(16)
  await expect(sheet.getByText('16 keys from Twofold')).toBeVisible()
  await expect(sheet.getByText(person.email)).toBeVisible()
  await expect(sheet.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ').first()).toBeVisible()
  const [link = ''] = await readQr(sheet.getByRole('img', { name: 'QR code of Code host' }))
  expect(URI.parse(link).generate()).toBe(foreignCodes['Code host']())
  expect(await readQr(sheet.getByRole('img', { name: 'QR code of Games' }))).toEqual([expect.stringContaining(`otpauth://steam/Games:ann`)])
  await expectAccessible(page)

  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }))
  await sheet.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('button', { name: 'Print' })).not.toBeInViewport()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.locator('main')).toBeHidden()
  expect(await readQr(sheet.getByRole('img', { name: 'QR code of Key 13' }))).toHaveLength(1)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1)
  await page.emulateMedia({ media: 'screen' })
  await pressEscape(sheet)
  await expect(sheet).toBeHidden()
  await expect(show).toBeFocused()
})
