import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

test('a folder is made with those above it for this user alone, by several at once, and what was there is left as it is', async () => {
  const base = await mkdtemp(join(tmpdir(), 'twofold-folder-'))
  onTestFinished(() => rm(base, { recursive: true, force: true }))
  const folder = join(base, 'one/two/three')
  const made = await Promise.all([makeFolder(folder), makeFolder(folder)])
  expect(made).toContain(join(base, 'one'))
  for (const place of ['one', 'one/two', 'one/two/three']) expect((await stat(join(base, place))).mode & 0o777).toBe(0o700)
  expect(await makeFolder(folder, 0o755)).toBeUndefined()
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})
