import { expect, type Page } from '@playwright/test'
import { enter, type Person } from './people.ts'

export const scanner = (page: Page) => page.getByRole('dialog', { name: 'Scan QR Code' })
export const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add 2FA Key' })
export const addField = (page: Page, label: string) => addDialog(page).getByLabel(label, { exact: true })
export const toastOf = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })

export async function openScanner(page: Page, person: Person) {
  await enter(page, person)
  await page.getByRole('button', { name: 'Add 2FA Key' }).click()
  await addDialog(page).getByRole('button', { name: 'Scan QR Code' }).click()
  await expect(scanner(page)).toBeVisible()
}

export type UploadedFile = { name: string; mimeType: string; buffer: Buffer }

export const pngFile = (buffer: Buffer): UploadedFile => ({ name: 'code.png', mimeType: 'image/png', buffer })

export const upload = (page: Page, file: UploadedFile) => scanner(page).locator('input[type=file]').setInputFiles(file)
