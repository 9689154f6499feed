import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
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
