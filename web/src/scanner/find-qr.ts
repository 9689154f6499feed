import { enlarge, type GreyPicture, halve, median, sharpen, skew, toRgba } from './pixels.ts'

/** Reads the QR codes of a picture as it stands, whichever way they are turned, light on dark too. */
export type ReadPicture = (picture: Pick<ImageData, 'data' | 'width' | 'height'>) => Promise<string[]>

/** Pixels of a picture up to which it is worth while to enlarge it. */
const enlargeable = 1_500_000

const bigger = (picture: GreyPicture) => (picture.pixels.length <= enlargeable ? enlarge(picture) : picture)
const lean = (picture: GreyPicture, how: Parameters<typeof skew>[1]) => sharpen(skew(halve(picture), how), 3, 2)

/**
 * Ways to look again at a picture in which nothing was found, ordered by how many more codes each finds for the time it takes
 * (bench/scan.ts). Most blurred and grainy codes are found at half the size, where each look takes a quarter of the time.
 */
export const retries: readonly ((picture: GreyPicture) => GreyPicture)[] = [
  halve,
  (picture) => sharpen(halve(picture), 6, 3),
  (picture) => sharpen(halve(halve(picture)), 4, 2),
  (picture) => lean(picture, { across: 0.3 }),
  (picture) => lean(picture, { squeeze: 0.67 }),
  (picture) => sharpen(picture, 4, 3),
  (picture) => enlarge(halve(picture)),
  (picture) => enlarge(sharpen(halve(picture), 4, 2)),
  (picture) => lean(picture, { across: -0.3 }),
  (picture) => lean(picture, { squeeze: 1.5 }),
  (picture) => sharpen(median(picture), 4, 3),
  (picture) => lean(picture, { down: 0.3 }),
  (picture) => lean(picture, { down: -0.3 }),
  (picture) => enlarge(sharpen(median(halve(picture)), 6, 3)),
  bigger,
  (picture) => sharpen(bigger(picture), 6, 3),
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
