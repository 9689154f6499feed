import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { rewritePng } from './rewrite-png.ts'

/* Four pixels each, written by libvips. */
const withExif = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAABP2lDQ1BpY2MAABiVfZC/SwJxGMY/11WWWA05NBQcJU0FUUtTgYZOEfgj1Kbz/FGgdt33QprLoaloiEZrCaLZxhz6A4KgIQqirdWghpKLrw5aUM/yfnh4Xt6XB5TnvFEQ3RoUirYVDvm1eCKpuV5Q8dLPIGO6IczlSDAKIPSSMGwrzw+936PIeTe9rhfTO6/Xq8kFpbo7UY4FP1Yu+F/udEYYwBfgM0zLBkUDxku2KXkJ8BrrehqUODBlxRNJUPakn2vxieRUiy8lW9FwAJQaoOU6ONXBhfy2vCslv/dkirEI0AeMIggTwv9HpreZCRBgBmRfv3sQ2bnZ1pZnEXqeHOdtElyH0DhynM9Tx2mcgfoIta32/mYF5uugHrS91DFc7cPIQ9vzVWCoDNUbU7f0pqUCXdkNqJ/DQAKGb8G99g3j4l+x2lMbhgAAAOJlWElmSUkqAAgAAAAIABIBAwABAAAAAQAAABoBBQABAAAAbgAAABsBBQABAAAAdgAAACgBAwABAAAAAgAAADsBAgAKAAAAfgAAABMCAwABAAAAAQAAAJiCAgAMAAAAiAAAAGmHBAABAAAAlAAAAAAAAAA4YwAA6AMAADhjAADoAwAANTIuNTIwMCBOAEFubiBFeGFtcGxlAAYAAJAHAAQAAAAwMjEwAZEHAAQAAAABAgMAAKAHAAQAAAAwMTAwAaADAAEAAAD//wAAAqAEAAEAAAACAAAAA6AEAAEAAAACAAAAAAAAAEXWlGAAAAAJcEhZcwAAA+gAAAPoAbV7UmsAAAAZSURBVAiZBcGxAQAACMMg1n7t5xFEcqhtHjstBZdM6vrnAAAAAElFTkSuQmCC',
  'base64',
)
const withPalette = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAgMAAAAP2OW3AAAADFBMVEUA/wBMaXEAAP//AADyUgY8AAAAAnRSTlOAAE0QVXMAAAAJcEhZcwAAA+gAAAPoAbV7UmsAAAAMSURBVAiZYzjAMAEAAtQBUX20th0AAAAASUVORK5CYII=',
  'base64',
)
const interlaced = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAAEFsT2yAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGElEQVQImWP4z8AARg0MDAz//3NycjIAAD0sBZfzNMzfAAAAAElFTkSuQmCC',
  'base64',
)
const jpeg = Buffer.from('/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAg=', 'base64')

const chunksOf = (png: Buffer) => {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) })
  return chunks
}
const rowsOf = (png: Buffer) =>
  inflateSync(
    Buffer.concat(
      chunksOf(png)
        .filter(({ type }) => type === 'IDAT')
        .map(({ data }) => data),
    ),
  )

/** A PNG with these chunks, each with a right checksum. */
function pngOf(chunks: readonly [type: string, data: Buffer][]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  })
  return Buffer.concat([withExif.subarray(0, 8), ...parts])
}
function header(width: number, height: number, depth = 8, color = 0): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([depth, color], 8)
  return data
}
const gray = (width: number, height: number, idat = deflateSync(Buffer.alloc((width + 1) * height))) =>
  pngOf([
    ['IHDR', header(width, height)],
    ['IDAT', idat],
    ['IEND', Buffer.alloc(0)],
  ])

test('the pixels stay, and EXIF, color profile, resolution and what follows the end are gone', () => {
  const hidden = Buffer.concat([withExif, Buffer.from('PK\u0003\u0004 a file behind the picture')])
  expect(chunksOf(withExif).map(({ type }) => type)).toEqual(['IHDR', 'iCCP', 'eXIf', 'pHYs', 'IDAT', 'IEND'])
  for (const bytes of [withExif, hidden]) {
    const written = rewritePng(bytes, 256)
    expect(chunksOf(written ?? jpeg).map(({ type }) => type)).toEqual(['IHDR', 'IDAT', 'IEND'])
    expect(rowsOf(written ?? jpeg)).toEqual(rowsOf(withExif))
  }
})

test('a palette and its transparency stay', () => {
  const written = rewritePng(withPalette, 256) ?? jpeg
  expect(chunksOf(written).map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
  expect(rowsOf(written)).toEqual(rowsOf(withPalette))
  expect(rewritePng(written, 256)).toEqual(written)
})

test('a picture that is cut off anywhere, or has another byte anywhere but behind its end, is refused', () => {
  for (let length = 0; length < withPalette.length; length += 1) expect(rewritePng(withPalette.subarray(0, length), 256)).toBeUndefined()
  for (let at = 0; at < withPalette.length; at += 1) {
    const changed = Buffer.from(withPalette)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    const written = rewritePng(changed, 256)
    // The length and the checksum of the last chunk say nothing about the picture.
    if (written !== undefined) expect([at >= withPalette.length - 12, written]).toEqual([true, rewritePng(withPalette, 256)])
  }
})

test('a picture beyond the largest side, without a side, interlaced, or of another kind is refused', () => {
  expect(rewritePng(gray(256, 1), 256)).toBeDefined()
  for (const bytes of [gray(257, 1), gray(1, 257), gray(0, 1), interlaced, jpeg, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')])
    expect(rewritePng(bytes, 256)).toBeUndefined()
})

test('a stream that is longer or shorter than its pixels is refused, however far it would unpack', () => {
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  for (const idat of [bomb, deflateSync(Buffer.alloc(5)), deflateSync(Buffer.alloc(7)), Buffer.alloc(0)])
    expect(rewritePng(gray(2, 2, idat), 256)).toBeUndefined()
  expect(rewritePng(gray(2, 2), 256)).toBeDefined()
})
