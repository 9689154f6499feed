import { expect, type Page } from '@playwright/test'
import type { Person } from './people.ts'
import { enter } from './people.ts'

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

/** As when a file is dragged from the desktop and let go over the page. */
export async function drop(page: Page, file: UploadedFile, dropped: (page: Page) => Promise<void> = async () => undefined) {
  const transfer = await page.evaluateHandle(
    ({ name, mimeType, base64 }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type: mimeType }))
      return transfer
    },
    { ...file, base64: file.buffer.toString('base64') },
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await dropped(page)
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

/** Puts a picture on the clipboard and presses the keys. */
export async function pasteImage(page: Page, png: Buffer) {
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
  }, png.toString('base64'))
  await page.keyboard.press('ControlOrMeta+V')
}

export async function pasteText(page: Page, text: string) {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.keyboard.press('ControlOrMeta+V')
}
