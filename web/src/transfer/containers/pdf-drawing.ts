import { TransferError } from '../opening/transfer-failure.ts'
import { toBmp } from './bmp.ts'

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
type Point = readonly [x: number, y: number]

/** Pixels for each unit of a page, of which an inch has 72. */
const scale = 2
const mostSide = 2000
const mostOperators = 2_000_000
/** Limit on how often a page may be painted over completely. */
const mostLayers = 100
/** A page with fewer dark fields has no code on it: the smallest code has some 200. */
const fewestFields = 100

const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
]

/**
 * Renders a page on which codes are drawn as fields, as browsers print them: of its drawing operators (ISO 32000-1, 8.5) only filled rectangles
 * count, single or as paths. Undefined for a page with too few of them. `width` and `height` are in units of the page.
 */
export function drawFields(content: string, width: number, height: number): Uint8Array<ArrayBuffer> | undefined {
  const [wide, high] = [width, height].map((side) => Math.round(Math.min(side, mostSide) * scale)) as [number, number]
  const pixels = new Uint8Array(wide * high).fill(255)
  let matrix: Matrix = [scale, 0, 0, -scale, 0, high]
  let shade = 0
  const kept: { matrix: Matrix; shade: number }[] = []
  let numbers: number[] = []
  let paths: Point[][] = []
  let fields = 0
  let operators = 0
  let painted = 0

  const at = (x = 0, y = 0): Point => [matrix[0] * x + matrix[2] * y + matrix[4], matrix[1] * x + matrix[3] * y + matrix[5]]

  function fill() {
    for (const path of paths) {
      const [xs, ys] = [path.map(([x]) => x), path.map(([, y]) => y)]
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
      const isField = path.every(
        ([x, y]) => (Math.abs(x - left) < 0.5 || Math.abs(x - right) < 0.5) && (Math.abs(y - top) < 0.5 || Math.abs(y - bottom) < 0.5),
      )
      if (path.length < 4 || !isField) continue
      if (shade < 128) fields += 1
      const [from, to] = [Math.max(0, Math.round(left)), Math.min(wide, Math.round(right))]
      const [first, last] = [Math.max(0, Math.round(top)), Math.min(high, Math.round(bottom))]
      painted += Math.max(0, to - from) * Math.max(0, last - first)
      if (painted > mostLayers * wide * high) throw new TransferError('too_costly')
      for (let y = first; y < last; y++) pixels.fill(shade, y * wide + from, y * wide + to)
    }
  }

  // Texts may hold anything, and draw no fields.
  const tokens = content.replaceAll(/\((?:\\[^]|[^\\()])*\)|<[0-9A-Fa-f\s]*>/g, ' ').matchAll(/[^\s[\]]+/g)
  for (const [token] of tokens) {
    const number = Number(token)
    if (!Number.isNaN(number)) {
      numbers.push(number)
      continue
    }
    operators += 1
    if (operators > mostOperators) return undefined
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
    if (token === 'q') kept.push({ matrix, shade })
    else if (token === 'Q') ({ matrix, shade } = kept.pop() ?? { matrix, shade })
    else if (token === 'cm') matrix = times([a, b, c, d, e, f], matrix)
    else if (token === 'rg' || (/^scn?$/.test(token) && numbers.length === 3)) shade = ((a + b + c) / 3) * 255
    else if (token === 'g' || (/^scn?$/.test(token) && numbers.length === 1)) shade = a * 255
    else if (token === 'k') shade = 255 * (1 - Math.min(1, d + (a + b + c) / 3))
    else if (token === 're') paths.push([at(a, b), at(a + c, b), at(a + c, b + d), at(a, b + d)])
    else if (token === 'm') paths.push([at(a, b)])
    else if (token === 'l') paths.at(-1)?.push(at(a, b))
    // A curve is not a field.
    else if (/^[cvy]$/.test(token)) paths.at(-1)?.push(at(-1e6, -1e6))
    else if (/^(?:f\*?|F|[bB]\*?)$/.test(token)) {
      fill()
      paths = []
    } else if (/^[sSn]$/.test(token)) paths = []
    numbers = []
  }
  return fields < fewestFields ? undefined : toBmp(wide, high, (x, y) => pixels[y * wide + x] ?? 255)
}
