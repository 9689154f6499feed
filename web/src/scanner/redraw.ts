import { decide, type Grid } from './decide.ts'
import { type Point, type ToPlace, towards } from './flatten.ts'
import { type GreyPicture, soften } from './pixels.ts'

/** A code that was found and could not be read: its corners from its upper left one on, and how large it says it is. */
export interface BrokenCode {
  corners: readonly [Point, Point, Point, Point]
  version: number
}

/** Share of each module that comes from its neighbor: blur mixes them. */
const shares = [0.1, 0.15, 0.19, 0.215]
/** Modules that are measured around the code. */
const aside = 2
/** Modules: by how much the corners are moved, step by step. */
const steps = [1, 0.5, 0.25, 0.12]
/** Modules within which the light is even. */
const evenWithin = 4
/** Pixels of a module of the pictures that come out, and light modules around the code. */
const [modulePixels, quiet] = [3, 4]

/**
 * Redraws a code that was found but could not be read, in a few variants: its corners are moved until the patterns that every code has match, each
 * module is measured in its center and separated from its neighbors, and the result is corrected by how it would look.
 */
export function* redraw(picture: GreyPicture, { corners, version }: BrokenCode, scale = 1): Generator<GreyPicture> {
  const soft = soften(picture, 1)
  // The number of modules is estimated from their width, which is often one size off.
  const fits = [version - 1, version, version + 1]
    .filter((one) => one >= 1 && one <= 40)
    .map((one) =>
      fit(
        soft,
        corners.map(([x, y]): Point => [x * scale, y * scale]),
        one,
      ),
    )
  const { size, place, score } = fits.reduce((best, one) => (Math.abs(one.score) > Math.abs(best.score) ? one : best))
  if (!place) return
  const measured = measure(picture, place, size)
  const isInverted = score < 0
  const fixed = knownModules(size, isInverted)
  for (const share of shares) yield draw(decide(measured, separate(measured, share), share, fixed), size, isInverted)
}

interface Pattern {
  x: number
  y: number
  /** 1 for light, -1 for dark. */
  light: number
}

/** Patterns of every code of a size: three finders, two timing lines, and the alignment squares (ISO/IEC 18004). */
function patternsOf(version: number): Pattern[] {
  const size = 17 + 4 * version
  const patterns: Pattern[] = []
  const ring = (x: number, y: number, far: number) => {
    for (let dy = -far; dy <= far; dy++)
      for (let dx = -far; dx <= far; dx++) {
        const [column, row, distance] = [x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy))]
        if (column < 0 || row < 0 || column >= size || row >= size) continue
        patterns.push({ x: column, y: row, light: far === 2 ? (distance === 1 ? 1 : -1) : distance === 2 || distance === 4 ? 1 : -1 })
      }
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    ring(x, y, 4)
  for (let at = 8; at < size - 8; at++)
    for (const [x, y] of [
      [at, 6],
      [6, at],
    ] as const)
      patterns.push({ x, y, light: at % 2 === 0 ? -1 : 1 })
  const lines = alignmentLines(version)
  const last = lines.at(-1)
  for (const x of lines) for (const y of lines) if (!(x === 6 && (y === 6 || y === last)) && !(x === last && y === 6)) ring(x, y, 2)
  return patterns
}

function alignmentLines(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, index) => version * 4 + 10 - step * (count - 2 - index))]
}

function valueAt({ pixels, width, height }: GreyPicture, x: number, y: number): number {
  const [left, top] = [Math.min(Math.max(x, 0), width - 1.001), Math.min(Math.max(y, 0), height - 1.001)]
  const [column, row] = [Math.floor(left), Math.floor(top)]
  const [partX, partY, at] = [left - column, top - row, row * width + column]
  const upper = (pixels[at] ?? 0) * (1 - partX) + (pixels[at + 1] ?? 0) * partX
  const lower = (pixels[at + width] ?? 0) * (1 - partX) + (pixels[at + width + 1] ?? 0) * partX
  return upper * (1 - partY) + lower * partY
}

/** How well the patterns match the picture; below 0 if the code is light on dark. */
function agreement(picture: GreyPicture, place: ToPlace, patterns: readonly Pattern[], size: number): number {
  const sums = { light: 0, dark: 0, lights: 0, darks: 0 }
  for (const { x, y, light } of patterns) {
    const value = valueAt(picture, ...place((x + 0.5) / size, (y + 0.5) / size))
    if (light > 0) [sums.light, sums.lights] = [sums.light + value, sums.lights + 1]
    else [sums.dark, sums.darks] = [sums.dark + value, sums.darks + 1]
  }
  return sums.light / sums.lights - sums.dark / sums.darks
}

interface Fit {
  size: number
  place: ToPlace | undefined
  score: number
}

function fit(picture: GreyPicture, corners: readonly Point[], version: number): Fit {
  const size = 17 + 4 * version
  const patterns = patternsOf(version)
  let best = corners.map(([x, y]): [number, number] => [x, y])
  const score = (tried: readonly Point[]) => {
    const place = towards(tried)
    return place ? Math.abs(agreement(picture, place, patterns, size)) : 0
  }
  let highest = score(best)
  const [[ax, ay] = [0, 0], , [cx, cy] = [0, 0]] = corners
  const module = Math.hypot(cx - ax, cy - ay) / Math.SQRT2 / size
  for (const step of steps)
    for (let isBetter = true, rounds = 0; isBetter && rounds < 6; rounds++) {
      isBetter = false
      for (let corner = 0; corner < 4; corner++)
        for (const [dx, dy] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
        ] as const) {
          const tried = best.map(([x, y], index): [number, number] =>
            index === corner ? [x + dx * step * module, y + dy * step * module] : [x, y],
          )
          const reached = score(tried)
          if (reached > highest) [best, highest, isBetter] = [tried, reached, true]
        }
    }
  const place = towards(best)
  return { size, place, score: place ? agreement(picture, place, patterns, size) : 0 }
}

/** The mean of the middle of each module, and of what would be modules around the code. */
function measure(picture: GreyPicture, place: ToPlace, size: number): Grid {
  const edge = size + 2 * aside
  const values = new Float64Array(edge * edge)
  for (let at = 0; at < values.length; at++) {
    const [x, y] = [(at % edge) - aside, Math.floor(at / edge) - aside]
    let sum = 0
    for (const dy of [0.3, 0.5, 0.7]) for (const dx of [0.3, 0.5, 0.7]) sum += valueAt(picture, ...place((x + dx) / size, (y + dy) / size))
    values[at] = sum / 9
  }
  return { values, edge }
}

/** Known modules of every code of a size, and those around it: 1 light, -1 dark, 0 unknown. */
function knownModules(size: number, isInverted: boolean): Int8Array {
  const edge = size + 2 * aside
  const way = isInverted ? -1 : 1
  const isAside = (place: number) => place < aside || place >= edge - aside
  const known = Int8Array.from({ length: edge * edge }, (_, at) => (isAside(at % edge) || isAside(Math.floor(at / edge)) ? way : 0))
  for (const { x, y, light } of patternsOf((size - 17) / 4)) known[(y + aside) * edge + x + aside] = light * way
  return known
}

/** Takes back that each module got `share` of the modules on either side, along rows and along columns (Thomas' algorithm), then compares with the light around. */
function separate({ values, edge }: Grid, share: number): Grid {
  const clear = values.slice()
  const solve = (start: number, step: number) => {
    const own = 1 - 2 * share
    const factors = new Float64Array(edge)
    for (let index = 0; index < edge; index++) {
      // Values beyond the ends equal those at the ends.
      const diagonal = own + (index === 0 || index === edge - 1 ? share : 0)
      const under = diagonal - (index === 0 ? 0 : share * (factors[index - 1] ?? 0))
      factors[index] = share / under
      const at = start + index * step
      clear[at] = ((clear[at] ?? 0) - (index === 0 ? 0 : share * (clear[at - step] ?? 0))) / under
    }
    for (let index = edge - 2; index >= 0; index--) {
      const at = start + index * step
      clear[at] = (clear[at] ?? 0) - (factors[index] ?? 0) * (clear[at + step] ?? 0)
    }
  }
  for (let line = 0; line < edge; line++) solve(line * edge, 1)
  for (let line = 0; line < edge; line++) solve(line, edge)
  const even = clear.map((value, index) => {
    const [x, y] = [index % edge, Math.floor(index / edge)]
    let [sum, count] = [0, 0]
    for (let row = Math.max(0, y - evenWithin); row <= Math.min(edge - 1, y + evenWithin); row++)
      for (let column = Math.max(0, x - evenWithin); column <= Math.min(edge - 1, x + evenWithin); column++, count++)
        sum += values[row * edge + column] ?? 0
    return value - sum / count
  })
  return { values: even, edge }
}

function draw({ values, edge: wide }: Grid, size: number, isInverted: boolean): GreyPicture {
  const edge = (size + 2 * quiet) * modulePixels
  const pixels = new Uint8ClampedArray(edge * edge).fill(255)
  for (let y = 0; y < size * modulePixels; y++)
    for (let x = 0; x < size * modulePixels; x++) {
      const isLight = (values[(Math.floor(y / modulePixels) + aside) * wide + Math.floor(x / modulePixels) + aside] ?? 0) > 0
      if (isLight === isInverted) pixels[(y + quiet * modulePixels) * edge + x + quiet * modulePixels] = 0
    }
  return { pixels, width: edge, height: edge }
}
