import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Decodes the QR code in the picture on the screen. */
export async function readQr(picture: Locator): Promise<string[]> {
  // Without it the library would fetch the file from the Internet.
  const { buffer } = new Uint8Array(await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))))
  prepareZXingModule({ overrides: { wasmBinary: buffer } })
  const found = await readBarcodes(new Uint8Array(await picture.screenshot()), { formats: ['QRCode'] })
  return found.map(({ text }) => text)
}
