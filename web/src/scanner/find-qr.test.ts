import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { encode } from 'uqr'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { lookAgain } from './find-qr.ts'
import { flatten } from './flatten.ts'
import { type GreyPicture, halve, project, soften, toRgba } from './pixels.ts'
import { readCodes } from './read-codes.ts'

beforeAll(async () => {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  await prepareZXingModule({ overrides: { wasmBinary: wasmBinary.buffer }, fireImmediately: true })
})

const link = 'otpauth://totp/Example:ann%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Example&digits=6'
const [width, height, quiet] = [800, 600, 4]

/** A sheet of paper with a code on a table, leaning to the left and turned by `angle`. */
function photograph(angle: number, [ink, paper]: [number, number] = [40, 200]): GreyPicture {
  const { data, size } = encode(link, { ecc: 'M', border: quiet })
  const table: GreyPicture = { pixels: new Uint8ClampedArray(width * height).fill(110), width, height }
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const code: GreyPicture = {
    pixels: Uint8ClampedArray.from({ length: size * size }, (_, at) => (data[Math.floor(at / size)]?.[at % size] ? ink : paper) ?? 0),
    width: size,
    height: size,
  }
  const edge = 280
  const leaning = project(code, width, height, (x, y) => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    const [along, across] = [dx * cosine + dy * sine, dy * cosine - dx * sine]
    const depth = 1 + along / 900
    const [u, v] = [(along * depth) / edge + 0.5, (across * depth) / edge / 0.8 + 0.5]
    return u < 0 || v < 0 || u >= 1 || v >= 1 ? [-9, -9] : [Math.floor(u * size), Math.floor(v * size)]
  })
  return { ...table, pixels: leaning.pixels.map((value, at) => (value === 255 ? (table.pixels[at] ?? 0) : value)) }
}

const never = () => true

describe('a code that is not read at first sight', () => {
  test('is laid flat wherever it is in the picture, with some of what is around it', async () => {
    const flat = flatten(photograph(0.9))
    if (!flat) throw new Error('Nothing was found.')
    expect([flat.width, flat.height]).toEqual([340, 340])
    expect(await readCodes(toRgba(flat))).toEqual([link])
  })

  test.each<[string, number, [number, number]]>([
    ['turned', 0.9, [40, 200]],
    ['turned further', 2.2, [40, 200]],
    ['light on dark', 0.4, [200, 40]],
  ])('is read though its modules run into one another: %s', async (_, angle, shades) => {
    const blurred = soften(photograph(angle, shades), 3)
    expect(await readCodes(toRgba(blurred))).toEqual([])
    expect(await readCodes(toRgba(halve(blurred)))).toEqual([])
    expect(await lookAgain(blurred, never)).toEqual([link])
  })
})

test('a picture with nothing in it has no place to lay flat', () => {
  expect(flatten({ pixels: new Uint8ClampedArray(300 * 200).fill(90), width: 300, height: 200 })).toBeUndefined()
})

test('nothing is looked at when the time is over', async () => {
  expect(await lookAgain(photograph(0.9), () => false)).toEqual([])
})
