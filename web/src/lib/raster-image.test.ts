import { expect, test } from 'vitest'
import { inspectImage, isOtherPicture, isRaster } from './raster-image.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)))

const png = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x21])
const jpeg = bytes(
  [0xff, 0xd8],
  [0xff, 0xe1, 0, 6, 1, 2, 3, 4], // a camera's metadata about the picture
  [0xff, 0xff, 0xc4, 0, 3, 0], // a table, after a fill byte
  [0xff, 0xc2, 0, 11, 8, 0x0b, 0xd0, 0x0f, 0xc0, 3, 0, 0, 0],
)

test.each([
  ['PNG', png, { type: 'image/png', width: 20_000, height: 20_001 }],
  ['JPEG', jpeg, { type: 'image/jpeg', width: 4032, height: 3024 }],
  [
    'WebP with an extended head',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 0, 0, 0, 0], [0x0f, 0x27, 0], [0x1f, 0x4e, 0]),
    { type: 'image/webp', width: 10_000, height: 20_000 },
  ],
  [
    'WebP without loss',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f], [0x8f, 0xc1, 0x4a, 0x00]),
    { type: 'image/webp', width: 400, height: 300 },
  ],
  [
    'plain WebP',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0], [0, 0, 0, 0x9d, 0x01, 0x2a], [0x90, 0x01, 0x2c, 0x01]),
    { type: 'image/webp', width: 400, height: 300 },
  ],
  ['GIF', bytes('GIF89a', [0x90, 0x01, 0x2c, 0x01]), { type: 'image/gif', width: 400, height: 300 }],
  [
    'BMP',
    bytes(
      'BM',
      Array.from({ length: 12 }, () => 0),
      [40, 0, 0, 0],
      [0x90, 1, 0, 0],
      [0xd4, 0xfe, 0xff, 0xff],
    ),
    { type: 'image/bmp', width: 400, height: 300 },
  ],
])('the size of a %s is read from its head', (_name, file, expected) => {
  expect(inspectImage(file)).toEqual(expected)
})

test.each([
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"></svg>')],
  ['an SVG behind white space and a declaration', bytes('\n<?xml version="1.0"?><svg/>')],
  ['a page', bytes('<!doctype html>')],
  ['a PDF', bytes('%PDF-1.7')],
  ['a text', bytes('otpauth://totp/x?secret=JBSWY3DPEHPK3PXP')],
  ['nothing', bytes()],
  ['a PNG that ends within its head', png.subarray(0, 18)],
  ['a JPEG that ends before its size', jpeg.subarray(0, 10)],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xda, 0, 3, 0])],
])('%s is no raster image', (_name, file) => {
  expect(inspectImage(file)).toBeUndefined()
})

test('pictures are recognized by their first bytes: those that are read, those that browsers do not show, and everything else', () => {
  const others = [
    bytes([0, 0, 0, 0x20], 'ftypheic', [0, 0, 0, 0]),
    bytes([0, 0, 0, 0x1c], 'ftypavif', [0, 0, 0, 0]),
    bytes('II*', [0, 8, 0, 0, 0]),
    bytes('MM', [0], '*', [0, 0, 0, 8]),
    bytes([0, 0, 0, 12], 'JXL ', [13, 10, 0x87, 10]),
  ]
  const files = [bytes('BMW,ann'), bytes([0, 0, 0, 0x20], 'ftypmp42', [0, 0, 0, 0]), bytes('{"a":1}'), bytes('')]
  expect([png, jpeg.subarray(0, 12), ...others, ...files].map((start) => [isRaster(start), isOtherPicture(start)])).toEqual([
    ...[png, jpeg].map(() => [true, false]),
    ...others.map(() => [false, true]),
    ...files.map(() => [false, false]),
  ])
})
