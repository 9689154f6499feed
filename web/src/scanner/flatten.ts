import { type GreyPicture, halve, project, soften } from './pixels.ts'

export type Point = readonly [x: number, y: number]

/** Pixels along the longer edge of the picture in which a code is looked for. */
const searchedEdge = 500
/** Pixels: modules are unrest within this distance, and the light is even within this one. */
const [nearby, around] = [5, 14]
/** Pixels along an edge of the flat picture, and the part of it that is left around the code. */
const [flatEdge, margin] = [340, 0.12]

/**
 * The place of a picture that looks most like a code, turned upright and square; undefined where nothing does. `sureness` is the part of the most
 * unrest there is from which on a pixel belongs to the place.
 */
export function flatten(picture: GreyPicture, sureness = 0.5): GreyPicture | undefined {
  let small = picture
  let scale = 1
  while (Math.max(small.width, small.height) > searchedEdge) {
    small = halve(small)
    scale *= 2
  }
  const corners = cornersOf(hullOf(largestPlace(unrest(small, sureness))))
  if (!corners) return undefined
  const back = towards(corners.map(([x, y]): Point => [(x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5]))
  const part = 1 - 2 * margin
  return back && project(picture, flatEdge, flatEdge, (x, y) => back((x / flatEdge - margin) / part, (y / flatEdge - margin) / part))
}

/** Marks areas where light and dark alternate, relative to brightness: 1 if they do, 0 elsewhere. */
function unrest(picture: GreyPicture, sureness: number): GreyPicture {
  const { width, height } = picture
  const clean = soften(picture, 1)
  const light = soften(clean, around)
  const change = clean.pixels.map((value, at) => (255 * Math.abs(value - (light.pixels[at] ?? 0))) / Math.max(8, light.pixels[at] ?? 0))
  const busy = soften({ pixels: change, width, height }, nearby).pixels
  const counts = new Uint32Array(256)
  for (const value of busy) counts[value] = (counts[value] ?? 0) + 1
  let [top, seen] = [255, 0]
  while (top > 0 && seen < busy.length * 0.01) seen += counts[top--] ?? 0
  return { pixels: busy.map((value) => (value > top * sureness ? 1 : 0)), width, height }
}

/** The ends of each row of the largest place whose pixels touch one another. */
function largestPlace({ pixels, width, height }: GreyPicture): Point[] {
  const left = pixels.slice()
  let largest: number[] = []
  for (let start = 0; start < left.length; start++) {
    if (left[start] !== 1) continue
    const place = [start]
    left[start] = 0
    for (let next = 0; next < place.length; next++) {
      const at = place[next] ?? 0
      const x = at % width
      for (const near of [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width]) {
        if (left[near] !== 1) continue
        left[near] = 0
        place.push(near)
      }
    }
    if (place.length > largest.length) largest = place
  }
  const ends = Array.from({ length: height }, (): [number, number] => [width, -1])
  for (const at of largest) {
    const row = ends[Math.floor(at / width)]
    if (!row) continue
    row[0] = Math.min(row[0], at % width)
    row[1] = Math.max(row[1], at % width)
  }
  return ends.flatMap(([first, last], y) => (last < 0 ? [] : [[first, y] as const, [last, y] as const]))
}

const turn = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

/** The convex hull (Andrew's monotone chain). */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by)
  const chain = (all: readonly Point[]) => {
    const half: Point[] = []
    for (const point of all) {
      while (half.length > 1 && turn(half.at(-2) ?? point, half.at(-1) ?? point, point) <= 0) half.pop()
      half.push(point)
    }
    return half.slice(0, -1)
  }
  return [...chain(sorted), ...chain(sorted.toReversed())]
}

/** The largest quadrangle whose corners are on the hull, in its order. */
function cornersOf(hull: readonly Point[]): Point[] | undefined {
  let [best, corners]: [number, Point[] | undefined] = [0, undefined]
  for (const [first, one] of hull.entries()) {
    for (let third = first + 2; third < hull.length; third++) {
      const other = hull[third]
      if (!other) continue
      const farthest = (points: readonly Point[]) =>
        points.reduce<[number, Point]>(
          (far, point) => (Math.abs(turn(one, other, point)) > far[0] ? [Math.abs(turn(one, other, point)), point] : far),
          [0, one],
        )
      const [[near, second], [far, fourth]] = [
        farthest(hull.slice(first + 1, third)),
        farthest([...hull.slice(third + 1), ...hull.slice(0, first)]),
      ]
      if (near > 0 && far > 0 && near + far > best) [best, corners] = [near + far, [one, second, other, fourth]]
    }
  }
  return corners
}

export type ToPlace = (u: number, v: number) => [number, number]

/** Maps the unit square to the quadrangle (Heckbert, "Fundamentals of texture mapping", 1989). */
export function towards([p0, p1, p2, p3]: readonly Point[]): ToPlace | undefined {
  if (!p0 || !p1 || !p2 || !p3) return undefined
  const [sx, sy] = [p0[0] - p1[0] + p2[0] - p3[0], p0[1] - p1[1] + p2[1] - p3[1]]
  const [dx1, dy1, dx2, dy2] = [p1[0] - p2[0], p1[1] - p2[1], p3[0] - p2[0], p3[1] - p2[1]]
  const across = dx1 * dy2 - dx2 * dy1
  const [g, h] = [(sx * dy2 - dx2 * sy) / across, (dx1 * sy - sx * dy1) / across]
  const [a, b] = [p1[0] - p0[0] + g * p1[0], p3[0] - p0[0] + h * p3[0]]
  const [d, e] = [p1[1] - p0[1] + g * p1[1], p3[1] - p0[1] + h * p3[1]]
  return (u, v) => {
    const depth = g * u + h * v + 1
    return [(a * u + b * v + p0[0]) / depth, (d * u + e * v + p0[1]) / depth]
  }
}
