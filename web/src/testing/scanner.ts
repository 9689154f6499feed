import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open } from './open.tsx'

export const scanner = page.getByRole('dialog', { name: 'Scan QR Code' })
export const addDialog = page.getByRole('dialog', { name: 'Add 2FA Key' })
export const addField = (label: string) => addDialog.getByLabelText(label, { exact: true })
export const toastOf = (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true })

/** From the form of a new key. */
export async function openScanner(): Promise<void> {
  await open('/dashboard')
  await page.getByRole('button', { name: 'Add 2FA Key' }).first().click()
  await addDialog.getByRole('button', { name: 'Scan QR Code' }).click()
  await expect.element(scanner).toBeVisible()
}

export async function upload(file: File): Promise<void> {
  await expect.poll(() => scanner.element().querySelector('input[type=file]')).not.toBeNull()
  const field = (await scanner.findElement()).querySelector('input[type=file]')
  if (field) await userEvent.upload(field, file)
}
