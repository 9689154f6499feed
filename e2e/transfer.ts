import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import { HOTP, Secret } from 'otpauth'
import { enter, type Person } from './people.ts'
import type { UploadedFile } from './scanner.ts'
import { totpCode } from './totp.ts'

/** The password of every encrypted fixture. */
const filePassword = 'open sesame é'

export const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import keys' })
export const exportDialog = (page: Page) => page.getByRole('dialog', { name: 'Export keys' })
export const entries = (page: Page) => importDialog(page).getByRole('list', { name: 'Entries' }).getByRole('listitem')

/** An export of another application, as the parsers are tested with. */
export async function fixture(name: string): Promise<UploadedFile> {
  const bytes = await readFile(fileURLToPath(new URL(`../web/src/transfer/fixtures/${name}`, import.meta.url)))
  const buffer = name.endsWith('.base64') ? Buffer.from(bytes.toString(), 'base64') : bytes
  return { name, mimeType: 'application/octet-stream', buffer }
}

export const textFile = (text: string, name = 'keys.txt'): UploadedFile => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

export async function openMenuItem(page: Page, item: 'Import keys' | 'Export keys') {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** On an empty vault. */
export async function openImport(page: Page, person: Person) {
  await enter(page, person)
  await page.getByRole('button', { name: 'Import keys' }).click()
  await expect(importDialog(page)).toBeVisible()
}

export const choose = (page: Page, ...files: UploadedFile[]) => importDialog(page).locator('input[type=file]').setInputFiles(files)

export async function enterFilePassword(page: Page, password = filePassword) {
  await importDialog(page).getByLabel('File password').fill(password)
  await page.keyboard.press('Enter')
}

export async function addAll(page: Page, label: string | RegExp) {
  await importDialog(page).getByRole('button', { name: label }).click()
  await expect(importDialog(page).getByRole('button', { name: 'Done' })).toBeVisible()
  await importDialog(page).getByRole('button', { name: 'Done' }).click()
}

export const [rfc, hello, other] = [
  'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  'KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU',
] as const

/** The codes that another implementation shows now for the keys that are in most fixtures. */
export const foreignCodes = {
  'Code host': () => totpCode(rfc, Date.now(), { algorithm: 'SHA512', digits: 8, period: 60 }),
  /** Counter 41: what its button shows first. */
  Bank: () => HOTP.generate({ secret: Secret.fromBase32(hello), algorithm: 'SHA256', digits: 7, counter: 41 }),
  Games: () => steamCode(other),
}

/** Steam shows the value of RFC 4226 by an alphabet of its own. */
function steamCode(secret: string): string {
  const alphabet = '23456789BCDFGHJKMNPQRTVWXY'
  let value = Number(HOTP.generate({ secret: Secret.fromBase32(secret), digits: 10, counter: Math.floor(Date.now() / 30_000) }))
  return Array.from({ length: 5 }, () => {
    const letter = alphabet.charAt(value % alphabet.length)
    value = Math.floor(value / alphabet.length)
    return letter
  }).join('')
}

const digitsOf = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true }).locator('.code-digits')

/** Both are read at one moment, or asked again. */
export const expectCode = (page: Page, name: string, code: () => string) =>
  expect.poll(async () => (await digitsOf(page, name).innerText()).replaceAll(/\s/g, '') === code()).toBe(true)
