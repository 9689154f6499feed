import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
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
