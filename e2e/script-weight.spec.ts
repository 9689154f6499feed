import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { expect, test } from './fixtures.ts'
import { mostJavaScript } from './script-weight.ts'

const built = join(import.meta.dirname, '..', 'web', 'dist')

for (const [screen, most] of Object.entries(mostJavaScript)) {
  test(`the scripts that the page of /${screen} names weigh at most ${most} kB`, async () => {
    const page = await readFile(join(built, `${screen}.html`), 'utf8')
    const names = [...page.matchAll(/ (?:src|href)="\/([^"]+\.js)"/g)].map(([, name = '']) => name)
    const weights = await Promise.all(names.map(async (name) => gzipSync(await readFile(join(built, name))).length / 1000))
    expect(names.length).toBeGreaterThan(3)
    expect(
      weights.reduce((sum, weight) => sum + weight, 0),
      names.join(', '),
    ).toBeLessThanOrEqual(most)
  })
}

test('scripts that the first screens wait for are compressed better than the others', async () => {
  const page = await readFile(join(built, 'dashboard.html'), 'utf8')
  const [libraries = ''] = /assets\/libraries-[^"]+\.js/.exec(page) ?? []
  const usual = brotliCompressSync(await readFile(join(built, libraries)), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  expect((await stat(join(built, `${libraries}.br`))).size).toBeLessThan(usual.length)
})

test('the page of /dashboard names the script of its cards: a script that asked for it would do so two round trips later', async () => {
  expect(await readFile(join(built, 'dashboard.html'), 'utf8')).toMatch(/<link rel="modulepreload" [^>]*\/assets\/KeyCards-/)
})

test('the list of common passwords is a file of its own, which no page names and no script loads before it is needed', async () => {
  const files = await readdir(join(built, 'assets'))
  const [list, ...others] = files.filter((name) => /^common-passwords-.*\.js$/.test(name))
  expect([list === undefined, others]).toEqual([false, []])
  const pages = (await readdir(built)).filter((name) => name.endsWith('.html')).map((name) => join(built, name))
  const scripts = files.filter((name) => name.endsWith('.js')).map((name) => join(built, 'assets', name))
  expect(pages.length).toBeGreaterThan(10)
  for (const file of pages) expect((await readFile(file, 'utf8')).includes(list ?? ''), file).toBe(false)
  const loaders = /(?:from|import)\s*["']\.\/common-passwords-/
  for (const file of scripts) expect(loaders.test(await readFile(file, 'utf8')), file).toBe(false)
})
