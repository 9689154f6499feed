import { lookAgain } from './find-qr.ts'
import { type Picture, toGrey } from './pixels.ts'
import { readCodes } from './read-codes.ts'

/** Size at which a code that fills a good part of a photograph is read at once. */
const handyPixels = 2_000_000

/** A picture that the browser, or a program outside of it, can draw. */
export interface Drawable {
  width: number
  height: number
  /** Draws it at `scale` times its size; what is transparent shows the ground. */
  draw: (scale: number, ground: 'white' | 'black') => Picture | Promise<Picture>
  /** Whether any of its pixels is. */
  isTransparent: () => boolean | Promise<boolean>
}

/** The texts of the QR codes in a picture of any size. `mayGoOn` ends the search for codes that are hard to read. */
export async function readPicture({ width, height, draw, isTransparent }: Drawable, mayGoOn: () => boolean): Promise<string[]> {
  const scale = Math.min(1, Math.sqrt(handyPixels / (width * height)))
  // On white at first, since most transparent pictures are meant for light pages.
  const handy = await draw(scale, 'white')
  const texts = await readCodes(handy)
  if (texts.length > 0) return texts
  if (scale < 1) {
    const whole = await readCodes(await draw(1, 'white'))
    if (whole.length > 0) return whole
  }
  const again = await lookAgain(toGrey(handy), mayGoOn)
  // A light code without a ground is drawn for dark pages.
  return again.length > 0 || !(await isTransparent()) ? again : readCodes(await draw(scale, 'black'))
}
