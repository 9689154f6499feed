import fs, { mkdtemp, rm, stat } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeFolder } from './make-folder.ts'

test('a folder is made with those above it for this user alone, by several at once, and what was there is left as it is', async () => {
  const base = await mkdtemp(join(tmpdir(), 'twofold-folder-'))
  onTestFinished(() => rm(base, { recursive: true, force: true }))
  const folder = join(base, 'one/two/three')
  const made = await Promise.all([makeFolder(folder), makeFolder(folder)])
  expect(made.filter(Boolean)).toHaveLength(1)
  for (const place of ['one', 'one/two', 'one/two/three']) expect((await stat(join(base, place))).mode & 0o777).toBe(0o700)
  expect(await makeFolder(folder, 0o755)).toBe(false)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a folder on a drive that is missing, so that nothing above it exists, is refused', async () => {
  const missing = Object.assign(new Error('no such file or directory'), { code: 'ENOENT' })
  const looks = vi
    .spyOn(fs, 'stat')
    .mockRejectedValueOnce(missing)
    .mockRejectedValueOnce(missing)
    .mockRejectedValue(new Error('looked again'))
  const made = vi.spyOn(fs, 'mkdir').mockRejectedValue(missing)
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  await expect(makeFolder('/data')).rejects.toBe(missing)
  expect([looks, made].map(({ mock }) => mock.calls[0]?.[0])).toEqual(['/data', '/'])
})
