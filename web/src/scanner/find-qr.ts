import { flatten } from './flatten.ts'
import { enlarge, type GreyPicture, halve, sharpen, soften, toRgba } from './pixels.ts'
import { readCodes, readDrawing, readWithBroken } from './read-codes.ts'
import { redraw } from './redraw.ts'

/** Pixels of a picture up to which it is worth while to enlarge it. */
const enlargeable = 1_500_000

type Change = (picture: GreyPicture) => GreyPicture
type Way = (picture: GreyPicture) => Promise<string[]>

const bigger: Change = (picture) => (picture.pixels.length <= enlargeable ? enlarge(picture) : picture)
const changed =
  (change: Change): Way =>
  (picture) =>
    readCodes(toRgba(change(picture)))

/** Flattened versions of each picture, by how certain its position was: each is made once. */
const flats = new WeakMap<GreyPicture, Map<number, GreyPicture | undefined>>()

function flatOf(picture: GreyPicture, sureness: number): GreyPicture | undefined {
  const made = flats.get(picture) ?? new Map<number, GreyPicture | undefined>()
  flats.set(picture, made)
  if (!made.has(sureness)) made.set(sureness, flatten(picture, sureness))
  return made.get(sureness)
}

/** The place that looks like a code, upright and square. A code that is found there and has too many errors is redrawn. */
const flattened =
  (change: Change, sureness = 0.5): Way =>
  async (picture) => {
    const flat = flatOf(picture, sureness)
    if (!flat) return []
    const seen = change(flat)
    const { texts, broken } = await readWithBroken(toRgba(seen))
    for (const code of broken) {
      for (const drawing of redraw(flat, code, flat.width / seen.width)) {
        const drawn = await readDrawing(toRgba(drawing))
        if (drawn.length > 0) return drawn
      }
    }
    return texts
  }

const clear: Change = (flat) => sharpen(soften(flat, 1), 2, 3)

/**
 * Ways to look again at a picture in which nothing was found, ordered by how many more codes each finds for the time it takes
 * (bench/scan.ts). Grainy codes are found at half the size, where each look takes a quarter of the time. Of the others, nearly all are found by
 * laying flat the place where they seem to be.
 */
const ways: readonly Way[] = [
  changed(halve),
  changed((picture) => sharpen(halve(picture), 6, 3)),
  flattened(clear),
  flattened((flat) => enlarge(clear(flat))),
  flattened(clear, 0.72),
  flattened((flat) => enlarge(clear(flat)), 0.72),
  flattened((flat) => sharpen(soften(flat, 1), 6, 3)),
  flattened((flat) => enlarge(clear(flat)), 0.35),
  changed((picture) => sharpen(halve(halve(picture)), 4, 2)),
  changed((picture) => enlarge(sharpen(halve(picture), 4, 2))),
  changed((picture) => sharpen(soften(picture, 1), 6, 3)),
  changed((picture) => sharpen(soften(bigger(picture), 1), 8, 6)),
]

/** The most effective ways for their time, for a camera: each picture is tried in one of them, and the next picture comes at once. */
export const cameraWays: readonly Way[] = [
  flattened(clear),
  flattened(clear, 0.72),
  changed(halve),
  flattened((flat) => enlarge(clear(flat))),
  flattened((flat) => enlarge(clear(flat)), 0.72),
  flattened((flat) => enlarge(clear(flat)), 0.35),
  changed((picture) => sharpen(halve(picture), 6, 3)),
]

/** The texts of the codes that the first successful way finds; none when all fail, or when `mayGoOn` says that it has taken too long. */
export async function lookAgain(picture: GreyPicture, mayGoOn: () => boolean): Promise<string[]> {
  for (const way of ways) {
    if (!mayGoOn()) break
    const texts = await way(picture)
    if (texts.length > 0) return texts
  }
  return []
}
