import { median } from './median.ts'

/** Milliseconds. */
export interface Gap {
  known: number
  unknown: number
  gap: number
  /** Half of the 95 % confidence interval of the gap: a busy machine makes it wide. */
  chance: number
}

/** Runs both one right after the other, each first in turn; each answers its milliseconds. Medians over all pairs. */
export async function measureGap(
  pairs: number,
  known: (pair: number) => Promise<number>,
  unknown: (pair: number) => Promise<number>,
): Promise<Gap> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let pair = 0; pair < pairs; pair++) {
    const tries = [async () => times.known.push(await known(pair)), async () => times.unknown.push(await unknown(pair))]
    for (const attempt of pair % 2 === 0 ? tries : tries.toReversed()) await attempt()
  }
  const gaps = times.known.map((duration, pair) => duration - (times.unknown[pair] ?? Number.NaN))
  return { known: median(times.known), unknown: median(times.unknown), gap: median(gaps), chance: chanceOf(gaps) }
}

/** From the order of the values. */
function chanceOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const reach = Math.ceil(0.98 * Math.sqrt(sorted.length))
  return ((sorted[middle + reach] ?? Number.NaN) - (sorted[middle - reach] ?? Number.NaN)) / 2
}
