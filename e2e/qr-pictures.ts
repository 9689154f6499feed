import { crc32, deflateSync } from 'node:zlib'
import { encode } from 'uqr'

/** Grey values, row by row. */
export type Picture = { pixels: Uint8Array; width: number; height: number }

/** Light around a code that readers need, in modules. */
const quietZone = 4

/** A QR code, dark on light, with `module` pixels to a module. */
export function drawQr(text: string, module = 6): Picture {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return paint(size * module, size * module, (x, y) => (data[Math.floor(y / module)]?.[Math.floor(x / module)] ? 20 : 235))
}

export const blank = (width: number, height: number) => paint(width, height, () => 240)

export const invert = ({ pixels, ...size }: Picture): Picture => ({ ...size, pixels: pixels.map((value) => 255 - value) })

export function rotate(picture: Picture, degrees: number): Picture {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const side = Math.ceil(Math.max(picture.width, picture.height) * 1.5)
  return warp(picture, side, side, (x, y) => {
    const [dx, dy] = [x - side / 2, y - side / 2]
    return [picture.width / 2 + dx * cos + dy * sin, picture.height / 2 - dx * sin + dy * cos]
  })
}

/** As seen from the side: the far edge is shorter, and everything is narrower. `amount` from 0 (from the front) to 1. */
export function photographAtAnAngle(picture: Picture, amount: number): Picture {
  const { width, height } = picture
  return warp(picture, Math.ceil(width * 1.3), Math.ceil(height * 1.3), (x, y) => {
    const [u, v] = [(x - width * 0.15) / width, (y - height * 0.15) / height]
    const nearness = 1 + amount * (u - 0.5)
    return [(0.5 + (u - 0.5) * (1 + amount * 0.5) * nearness) * width, (0.5 + (v - 0.5) * nearness) * height]
  })
}

/** Out of focus by `radius` pixels. */
export function blur(picture: Picture, radius: number): Picture {
  const { pixels, width, height } = picture
  const smear = (from: Uint8Array, stepX: number, stepY: number) =>
    paint(width, height, (x, y) => {
      let sum = 0
      for (let by = -radius; by <= radius; by++) sum += from[inside(y + by * stepY, height) * width + inside(x + by * stepX, width)] ?? 0
      return sum / (2 * radius + 1)
    }).pixels
  const once = (from: Uint8Array) => smear(smear(from, 1, 0), 0, 1)
  return { ...picture, pixels: once(once(pixels)) }
}

/** Put into the middle of a larger one. */
export function place(picture: Picture, width: number, height: number): Picture {
  const [left, top] = [Math.floor((width - picture.width) / 2), Math.floor((height - picture.height) / 2)]
  return warp(picture, width, height, (x, y) => [x - left, y - top])
}

export function toPng({ pixels, width, height }: Picture): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return png(width, height, 8, rows)
}

/** A film that shows each picture for `frames` frames, ten in a second; pictures have the size of the first one. */
export function toFilm(pictures: readonly [Picture, ...Picture[]], frames: number): Buffer {
  const [{ width, height }] = pictures
  const colour = Buffer.alloc((width * height) / 2, 128)
  const parts = pictures.flatMap(({ pixels }) => Array.from({ length: frames }, () => [Buffer.from('FRAME\n'), pixels, colour]).flat())
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), ...parts])
}

const inside = (value: number, size: number) => Math.min(Math.max(value, 0), size - 1)

function paint(width: number, height: number, value: (x: number, y: number) => number): Picture {
  const pixels = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) for (let x = 0; x < width; x++, at++) pixels[at] = value(x, y)
  return { pixels, width, height }
}

/** Between pixels it takes the mean; what lies outside is light. */
function warp({ pixels, width, height }: Picture, wide: number, high: number, source: (x: number, y: number) => [number, number]): Picture {
  const look = (x: number, y: number) => (x < 0 || y < 0 || x >= width || y >= height ? 235 : (pixels[y * width + x] ?? 0))
  return paint(wide, high, (x, y) => {
    const [fromX, fromY] = source(x, y)
    const [left, top] = [Math.floor(fromX), Math.floor(fromY)]
    const [partX, partY] = [fromX - left, fromY - top]
    const upper = look(left, top) * (1 - partX) + look(left + 1, top) * partX
    const lower = look(left, top + 1) * (1 - partX) + look(left + 1, top + 1) * partX
    return upper * (1 - partY) + lower * partY
  })
}

function png(width: number, height: number, depth: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = depth
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
