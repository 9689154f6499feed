import { enlarge, type GreyPicture, median, sharpen, skew, toRgba } from './pixels.ts'

/** Reads the QR codes of a picture as it stands, whichever way they are turned, light on dark too. */
export type ReadPicture = (picture: Pick<ImageData, 'data' | 'width' | 'height'>) => Promise<string[]>

/** Pixels of a picture up to which it is worth while to enlarge it. */
const enlargeable = 1_500_000

const bigger = (picture: GreyPicture) => (picture.pixels.length <= enlargeable ? enlarge(picture) : picture)

/**
 * Ways to look again at a picture in which nothing was found: those that found most in blurred, grainy and leaning pictures of codes first,
 * and of two alike the faster one.
 */
export const retries: readonly ((picture: GreyPicture) => GreyPicture)[] = [
  (picture) => sharpen(picture, 4, 3),
  bigger,
  (picture) => sharpen(median(picture), 4, 3),
  median,
  (picture) => sharpen(bigger(picture), 6, 3),
  (picture) => sharpen(picture, 8, 2),
  (picture) => skew(picture, { squeeze: 1.5 }),
  (picture) => skew(picture, { squeeze: 0.67 }),
  (picture) => skew(picture, { across: 0.3 }),
  (picture) => skew(picture, { across: -0.3 }),
  (picture) => skew(picture, { down: 0.3 }),
  (picture) => skew(picture, { down: -0.3 }),
  (picture) => sharpen(bigger(picture), 8, 6),
]

/** The texts of the codes that the first successful retry finds; none when all fail, or when `mayGoOn` says that it has taken too long. */
export async function lookAgain(picture: GreyPicture, read: ReadPicture, mayGoOn: () => boolean): Promise<string[]> {
  for (const retry of retries) {
    if (!mayGoOn()) break
    const texts = await read(toRgba(retry(picture)))
    if (texts.length > 0) return texts
  }
  return []
}
