import { readBarcodes, type ReaderOptions } from 'zxing-wasm/reader'
import type { Picture } from './pixels.ts'
import type { BrokenCode } from './redraw.ts'

/** Whichever way the codes are turned, light on dark too. */
const usual: ReaderOptions = { formats: ['QRCode'], tryHarder: true, tryDenoise: true, maxNumberOfSymbols: 255 }
/** Codes that are found and not read, of one picture, that are worth another look. */
const mostBroken = 2

async function readWith(picture: Picture | Uint8Array, options: ReaderOptions) {
  const image = picture instanceof Uint8Array ? picture : { ...sizeAndData(picture), colorSpace: 'srgb' as const }
  const found = await readBarcodes(image, { ...usual, ...options })
  return { found, texts: found.filter(({ isValid, text }) => isValid && text !== '').map(({ text }) => text) }
}

/** The `ImageData` of a browser hands these out, and does not own them. */
const sizeAndData = ({ data, width, height }: Picture) => ({ data, width, height })

/** The texts of the QR codes of a picture, or of a PNG, JPEG, GIF or BMP file whose transparency does not matter. */
export const readCodes = async (picture: Picture | Uint8Array): Promise<string[]> => (await readWith(picture, {})).texts

/** The same for a rendered picture with nothing but one upright code. */
export const readDrawing = async (picture: Picture): Promise<string[]> => (await readWith(picture, { isPure: true })).texts

/** The texts of the QR codes of a picture, and where there is none, codes that were found but have too many errors. */
export async function readWithBroken(picture: Picture): Promise<{ texts: string[]; broken: BrokenCode[] }> {
  const { found, texts } = await readWith(picture, { returnErrors: true })
  if (texts.length > 0) return { texts, broken: [] }
  // Micro codes, whose size begins with a letter, are guesses.
  const broken = found
    .filter(({ version }) => /^\d+$/.test(version))
    .slice(0, mostBroken)
    .map(({ version, position: { topLeft, topRight, bottomRight, bottomLeft } }): BrokenCode => {
      const [one, two, three, four] = [topLeft, topRight, bottomRight, bottomLeft].map(({ x, y }) => [x, y] as const)
      return { version: Number(version), corners: [one, two, three, four] as BrokenCode['corners'] }
    })
  return { texts, broken }
}
