import { encode } from 'uqr'

/** A picture as a camera would take it of a QR code, in grey values. */
export interface Scene {
  text: string
  width: number
  height: number
  pixels: Uint8ClampedArray<ArrayBuffer>
}

type Point = [x: number, y: number]

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number
const between = (random: Random, least: number, most: number) => least + random() * (most - least)
const [width, height] = [960, 720]
/** Modules of light around a code. */
const quiet = 4

/** How a code is held before the camera, and by which light. */
interface Conditions {
  corners: readonly [Point, Point, Point, Point]
  /** Standard deviations: of the blur in pixels, of the grain in grey values. */
  blur: number
  grain: number
  isInverted: boolean
  /** Grey values of paper and ink. */
  paper: number
  ink: number
  /** How much of the light is lost across the picture, in which direction, and a shine on the paper. */
  shade: number
  direction: number
  shine: { at: Point; radius: number; strength: number } | undefined
}

/** A hard scene: turned, leaning, blurred, grainy, sometimes inverted, by uneven light. */
export function makeScene(seed: number): Scene {
  const random = randomFrom(seed)
  return render(linkOf(random), conditionsOf(random), random)
}

function linkOf(random: Random): string {
  const secret = Array.from({ length: 32 }, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Math.floor(random() * 32)]).join('')
  return `otpauth://totp/Example%20${Math.floor(random() * 1000)}:ann%40example.org?secret=${secret}&issuer=Example&digits=6`
}

function conditionsOf(random: Random): Conditions {
  const size = between(random, 200, 460)
  const corners = cornersOf(random, size)
  const contrast = between(random, 80, 190)
  const ink = between(random, 15, 60)
  // 49 modules: what is blurred away depends on how large they are.
  const module = size / 49
  return {
    corners,
    blur: module * between(random, 0.08, 0.5),
    grain: between(random, 0, 20),
    isInverted: random() < 0.2,
    paper: Math.min(250, ink + contrast),
    ink,
    shade: between(random, 0, 0.65),
    direction: between(random, 0, 2 * Math.PI),
    shine:
      random() < 0.25
        ? {
            at: [width / 2 + between(random, -200, 200), height / 2 + between(random, -200, 200)],
            radius: between(random, 40, 110),
            strength: between(random, 40, 130),
          }
        : undefined,
  }
}

/** Of a square of paper that is turned by any angle and leans away by up to 43 degrees, seen from a hand's distance. */
function cornersOf(random: Random, size: number): Conditions['corners'] {
  const [turn, lean, towards] = [between(random, 0, 2 * Math.PI), between(random, 0, 0.75), between(random, 0, 2 * Math.PI)]
  const [middleX, middleY] = [width / 2 + between(random, -90, 90), height / 2 + between(random, -70, 70)]
  const distance = size * between(random, 2, 4)
  const corner = (x: number, y: number): Point => {
    const [px, py] = rotate([(x * size) / 2, (y * size) / 2], turn)
    const [along, across] = rotate([px, py], -towards)
    const scale = distance / (distance + along * Math.sin(lean))
    const [fx, fy] = rotate([along * Math.cos(lean) * scale, across * scale], towards)
    return [middleX + fx, middleY + fy]
  }
  return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]
}

const rotate = ([x, y]: Point, by: number): Point => [x * Math.cos(by) - y * Math.sin(by), x * Math.sin(by) + y * Math.cos(by)]

/** How a code is moved from one picture of a held camera to the next: by a hand that shakes, while the focus comes and goes. */
export function* heldScenes(seed: number, count: number): Generator<Scene> {
  const random = randomFrom(seed)
  const base = conditionsOf(random)
  const text = linkOf(random)
  const phase = between(random, 0, 6)
  for (let index = 0; index < count; index++) {
    const [dx, dy] = [between(random, -14, 14), between(random, -14, 14)]
    const move = ([x, y]: Point): Point => [x + dx + between(random, -3, 3), y + dy + between(random, -3, 3)]
    const [one, two, three, four] = base.corners
    const blur = base.blur * (1 + 0.35 * Math.sin(phase + index / 2)) + between(random, 0, 0.6)
    yield render(text, { ...base, corners: [move(one), move(two), move(three), move(four)], blur }, random)
  }
}

function render(
  text: string,
  { corners, blur, grain, isInverted, paper, ink, shade, direction, shine }: Conditions,
  random: Random,
): Scene {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const toCode = homography(corners)
  const light = new Float32Array(width * height)
  const [lightX, lightY] = [Math.cos(direction), Math.sin(direction)]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      let sum = 0
      for (const [dx, dy] of [
        [0.25, 0.3],
        [0.75, 0.7],
      ] as const) {
        const [u, v] = toCode(x + dx, y + dy)
        const isOutside = u < 0 || v < 0 || u >= 1 || v >= 1
        // Beyond the paper lies a table, neither light nor dark.
        if (isOutside) sum += (paper + ink) / 2 + (((Math.floor(x / 90) + Math.floor(y / 70)) % 2) - 0.5) * 30
        else sum += (data[Math.floor(v * size)]?.[Math.floor(u * size)] ?? false) === isInverted ? paper : ink
      }
      const across = (x / width - 0.5) * lightX + (y / height - 0.5) * lightY
      light[at] = (sum / 2) * (1 - shade * (across + 0.5))
    }
  }
  const soft = gauss(light, blur)
  const pixels = new Uint8ClampedArray(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const glow = shine ? shine.strength * Math.exp(-((x - shine.at[0]) ** 2 + (y - shine.at[1]) ** 2) / (2 * shine.radius ** 2)) : 0
      pixels[at] = (soft[at] ?? 0) + glow + grain * normal(random)
    }
  }
  return { text, width, height, pixels }
}

/** About a normal distribution of standard deviation 1. */
const normal = (random: Random) => (random() + random() + random() + random() - 2) * Math.sqrt(3)

/** The way back from a place in the picture to one on the code, from 0 to 1: solves the eight equations of the four corners. */
function homography(corners: Conditions['corners']): (x: number, y: number) => Point {
  const targets: Point[] = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]
  const rows = corners.flatMap(([x, y], index) => {
    const [u, v] = targets[index] ?? [0, 0]
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(rows)
  return (x, y) => {
    const depth = g * x + h * y + 1
    return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth]
  }
}

/** Gauss and Jordan, with the largest pivot. */
function solve(rows: number[][]): number[] {
  const count = rows.length
  for (let column = 0; column < count; column++) {
    const pivot = rows.slice(column).reduce((best, row) => (Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best))
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(column, 0, pivot)
    for (const row of rows) {
      if (row === pivot) continue
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1)
      for (let at = column; at <= count; at++) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0)
    }
  }
  return rows.map((row, index) => (row[count] ?? 0) / (row[index] ?? 1))
}

function gauss(from: Float32Array, deviation: number): Float32Array {
  const radius = Math.ceil(deviation * 2.5)
  const weights = Array.from({ length: 2 * radius + 1 }, (_, index) => Math.exp(-((index - radius) ** 2) / (2 * deviation ** 2)))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const pass = (source: Float32Array, step: number, length: number, lineStep: number, lines: number) => {
    const to = new Float32Array(source.length)
    for (let line = 0; line < lines; line++) {
      for (let index = 0; index < length; index++) {
        let sum = 0
        for (let offset = -radius; offset <= radius; offset++) {
          const near = Math.min(Math.max(index + offset, 0), length - 1)
          sum += (source[line * lineStep + near * step] ?? 0) * (weights[offset + radius] ?? 0)
        }
        to[line * lineStep + index * step] = sum / total
      }
    }
    return to
  }
  return pass(pass(from, 1, width, width, height), width, height, 1, width)
}
