import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import sharp, { type Sharp } from 'sharp'
import { encode } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'

const web = join(import.meta.dirname, '..', '..')
const fixtures = join(import.meta.dirname, 'fixtures')
let folder = ''

interface Line {
  file: string
  application: string | null
  entries: { secret: string; digits: number; counter: number | null }[]
  refused: { name: string | null; reason: string }[]
}

/** `npm run import-check -- …`, without a terminal. */
function check(...input: string[]): Promise<{ code: number; lines: Line[]; said: string }> {
  const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(web, 'import-check.ts'), ...input], { env: environment }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line !== '')
      resolve({
        code: typeof error?.code === 'number' ? error.code : 0,
        lines: lines.map((line) => JSON.parse(line) as Line),
        said: stderr.trim(),
      })
    })
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-check-'))
  const inner = join(folder, 'Ä folder of’s', '-odd')
  await mkdir(inner, { recursive: true })
  const put = (from: string, ...to: string[]) => cp(join(fixtures, from), join(folder, ...to))
  await put('links.txt', 'a b\'c"d.txt')
  await put('aegis-plain.json', '--json.json')
  await put('aegis-encrypted.json', 'Ä folder of’s', '-odd', 'sealed (1).json')
  await put('formats/extension-3.json', 'sealed.json')
  await symlink(join(fixtures, 'raivo.json'), join(folder, 'link.json'))
  await symlink('nowhere', join(folder, 'broken.json'))
  await symlink(folder, join(folder, 'loop'))
  await writeFile(join(folder, 'nothing.json'), '')
  await writeFile(join(folder, 'README.txt'), 'The password of sealed is `another one`.')
  await writeFile(join(inner, 'README.markdown'), '| sealed* | `open sesame é` |\n')
})
afterAll(() => rm(folder, { recursive: true }))

test('every file of a folder is read, whatever it is called and wherever it is, with the passwords of the README nearest to it', async () => {
  const { code, lines } = await check('--json', folder)
  expect(code).toBe(1)
  expect(lines.map(({ file, application, entries, refused }) => [file, application, entries.length > 0, refused[0]?.reason])).toEqual([
    ['--json.json', 'Aegis', true, 'Its kind is not supported.'],
    ['a b\'c"d.txt', expect.any(String), true, undefined],
    ['link.json', 'Raivo', true, undefined],
    ['nothing.json', null, false, 'There are no keys in it.'],
    ['sealed.json', null, false, 'This password is wrong. Please try again.'],
    [join('Ä folder of’s', '-odd', 'sealed (1).json'), 'Aegis', true, 'Its kind is not supported.'],
  ])
})

test('one file can be checked by itself, and a folder that is not there is said in a sentence', async () => {
  const { code, lines } = await check(join(folder, '--json.json'), '--json')
  expect([code, lines.map(({ file }) => file)]).toEqual([0, ['--json.json']])
  expect(await check('--json', join(folder, 'none'))).toEqual({
    code: 2,
    lines: [],
    said: `There is no folder or file ${join(folder, 'none')}.`,
  })
})

/** A QR code in ink of one grey value on nothing. */
function drawOnNothing(text: string, grey: number) {
  const module = 6
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const edge = size * module
  const pixels = Buffer.alloc(edge * edge * 4, grey)
  for (let at = 0; at < edge * edge; at++)
    pixels[at * 4 + 3] = data[Math.floor(at / edge / module)]?.[Math.floor((at % edge) / module)] ? 255 : 0
  return sharp(pixels, { raw: { width: edge, height: edge, channels: 4 } })
}

test('the pictures that the page reads are read: WebP, BMP, and codes of either shade on a transparent ground', async () => {
  const drawing = (name: string, grey = 0) => drawOnNothing(`otpauth://totp/${name}?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ`, grey)
  const pictures = join(folder, 'pictures')
  await mkdir(pictures)
  await drawing('dark').png().toFile(join(pictures, 'dark.png'))
  await drawing('light', 255).png().toFile(join(pictures, 'light.png'))
  await drawing('web').flatten({ background: 'white' }).webp().toFile(join(pictures, 'web'))
  await writeFile(join(pictures, 'windows.bmp'), await bmpOf(drawing('windows').flatten({ background: 'white' })))
  await writeFile(join(pictures, 'cut off.png'), (await drawing('cut').png().toBuffer()).subarray(0, 60))
  const { lines } = await check('--json', pictures)
  expect(lines.map(({ file, entries, refused }) => [file, entries.length, refused[0]?.reason])).toEqual([
    ['cut off.png', 0, 'There are no keys in it.'],
    ['dark.png', 1, undefined],
    ['light.png', 1, undefined],
    ['web', 1, undefined],
    ['windows.bmp', 1, undefined],
  ])
})

/** Three bytes a pixel, rows from the bottom, which is what the format has had since Windows 3. */
async function bmpOf(drawing: Sharp): Promise<Buffer> {
  const { data, info } = await drawing.flip().raw().toBuffer({ resolveWithObject: true })
  const rowSize = Math.ceil((info.width * 3) / 4) * 4
  const head = Buffer.alloc(54)
  head.write('BM', 'latin1')
  for (const [at, value] of [
    [2, 54 + rowSize * info.height],
    [10, 54],
    [14, 40],
    [18, info.width],
    [22, info.height],
  ] as const)
    head.writeUInt32LE(value, at)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  const rows = Buffer.alloc(rowSize * info.height)
  for (let y = 0; y < info.height; y++) data.copy(rows, y * rowSize, y * info.width * 3, (y + 1) * info.width * 3)
  return Buffer.concat([head, rows])
}

test('a result that cannot be written, as on a full disk, ends with exit code 2 and says so', async () => {
  const full = await open('/dev/full', 'w')
  const program = spawn(process.execPath, [join(web, 'import-check.ts'), join(folder, '--json.json')], {
    stdio: ['ignore', full.fd, 'pipe'],
  })
  const ended = once(program, 'exit')
  expect(await text(program.stderr as Readable)).toBe('The output cannot be written (ENOSPC).\n')
  expect(await ended).toEqual([2, null])
  await full.close()
})
