import { expect, type Page } from '@playwright/test'
import { migrationLinks } from '../migration-links.ts'
import { addKey, enter, type Person } from '../people.ts'
import { drawQr, toPng } from '../qr-pictures.ts'
import { pngFile } from '../scanner.ts'
import { enterPin } from '../security-page.ts'
import {
  choose,
  enterFilePassword,
  entries,
  exportDialog,
  fixture,
  hello,
  importDialog,
  openImport,
  openMenuItem,
  rfc,
  textFile,
} from '../transfer.ts'
import { type Screen, unavailable } from './screen.ts'

const [first = ''] = migrationLinks(
  ['Code host', 'Mail', 'Bank'].map((issuer) => ({ secret: rfc, issuer, name: 'ann' })),
  3,
)

const longName = 'A service with a name that is so long that it cannot be shown whole on any screen of this world'
const mixed = [
  `otpauth://totp/Code%20host:ann%40example.org?secret=${rfc}&issuer=Code%20host`,
  `otpauth://totp/${encodeURIComponent(longName)}:ann?secret=${hello}&issuer=${encodeURIComponent(longName)}`,
  `otpauth://hotp/Bank:ann?secret=${hello}&issuer=Bank&counter=7`,
  `otpauth://hotp/Bank:ann?secret=${hello}&issuer=Bank&counter=8`,
  `otpauth://totp/Old?secret=${rfc}&digits=99`,
].join('\n')

async function openExport(page: Page, person: Person) {
  await addKey(person, { name: 'Code host', uri: `otpauth://totp/Code%20host:ann?secret=${rfc}&issuer=Code%20host` })
  await addKey(person, { name: 'Bank', uri: `otpauth://hotp/Bank:ann?secret=${hello}&issuer=Bank&digits=8&counter=7` })
  for (let number = 1; number <= 8; number += 1) await addKey(person, { name: `Key ${number}`, issuer: 'Host', account: `ann${number}` })
  await enter(page, person)
  await openMenuItem(page, 'Export keys')
}

async function typePassword(page: Page) {
  await exportDialog(page).getByLabel('File password', { exact: true }).fill('Quiet-Lantern-88')
  await exportDialog(page).getByLabel('Confirm password').fill('Quiet-Lantern-88')
}

export const transferScreens: Screen[] = [
  {
    name: 'import-source',
    async show(page, { person }) {
      await openImport(page, person)
      await importDialog(page).getByText('What can be imported').click()
      // The worker answers with the list.
      await importDialog(page).getByText('Symantec VIP').waitFor()
    },
  },
  {
    name: 'import-refused',
    async show(page, { person }) {
      await openImport(page, person)
      await choose(page, textFile('hello'))
      await expect(importDialog(page).getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'import-working',
    async show(page, { person }) {
      await page.route('**/api/keys/import', () => {})
      await openImport(page, person)
      await choose(page, textFile(mixed))
      await expect(importDialog(page).getByText('Comparing with your keys...')).toBeVisible()
    },
  },
  {
    name: 'import-password',
    async show(page, { person }) {
      await openImport(page, person)
      await choose(page, await fixture('2fas-encrypted.2fas'))
      await enterFilePassword(page, 'wrong')
      await expect(importDialog(page).getByText('This password is wrong. Please try again.')).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'import-parts',
    async show(page, { person }) {
      await openImport(page, person)
      await choose(page, pngFile(toPng(drawQr(first, 4))))
      await expect(importDialog(page).getByText('1 of 3 QR codes scanned')).toBeVisible()
    },
  },
  {
    name: 'import-failed',
    allowed: /status of 503/,
    async show(page, { person }) {
      await page.route('**/api/keys/import', (route) => route.fulfill(unavailable))
      await openImport(page, person)
      await choose(page, textFile(mixed))
      await expect(importDialog(page).getByRole('button', { name: 'Retry' })).toBeVisible()
    },
  },
  {
    name: 'import-review',
    untouched: ['Old', 'The length of its codes is not supported.'],
    async show(page, { person }) {
      await addKey(person, { name: 'Code host', uri: mixed.split('\n')[0] ?? '' })
      await enter(page, person)
      await openMenuItem(page, 'Import keys')
      await choose(page, textFile(mixed))
      await expect(entries(page)).toHaveCount(5)
      await expect(importDialog(page).locator('code').first()).toHaveText(/\d{3} \d{3}/)
    },
  },
  {
    name: 'import-done',
    async show(page, { person }) {
      await openImport(page, person)
      await choose(page, textFile(mixed))
      await importDialog(page)
        .getByRole('button', { name: /^Add \d/ })
        .click()
      await expect(importDialog(page).getByRole('button', { name: 'Done' })).toBeVisible()
    },
  },
  {
    name: 'export-file',
    async show(page, { person }) {
      await openExport(page, person)
      await typePassword(page)
    },
  },
  {
    name: 'export-chosen-links',
    async show(page, { person }) {
      await openExport(page, person)
      await exportDialog(page).getByRole('radio', { name: 'Links' }).check()
      await exportDialog(page).getByRole('radio', { name: 'Selected keys' }).check()
      await exportDialog(page).getByRole('checkbox', { name: 'Bank' }).check()
    },
  },
  {
    name: 'export-done',
    allowed: /status of 403/,
    async show(page, { person }) {
      await openExport(page, person)
      await typePassword(page)
      await exportDialog(page)
        .getByRole('button', { name: /^Export \d/ })
        .click()
      await enterPin(page, person.pin)
      await expect(exportDialog(page).getByRole('button', { name: 'Done' })).toBeVisible({ timeout: 30_000 })
    },
  },
  {
    name: 'export-qr-sheet',
    allowed: /status of 403/,
    async show(page, { person }) {
      await openExport(page, person)
      await exportDialog(page).getByRole('radio', { name: 'QR codes to print' }).check()
      await exportDialog(page)
        .getByRole('button', { name: /^Export \d/ })
        .click()
      await enterPin(page, person.pin)
      await exportDialog(page).getByRole('button', { name: 'Show the sheet' }).click()
      await expect(page.getByRole('img', { name: 'QR code of Bank' })).toBeVisible()
    },
  },
]
