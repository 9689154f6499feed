import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../process.mjs'

test('a release says its version in whatever folder it is asked', async () => {
  const tree = await mkdtemp(join(tmpdir(), 'twofold-version-'))
  onTestFinished(() => rm(tree, { recursive: true, force: true }))
  await mkdir(join(tree, 'bin'))
  await copyFile(join(root, 'packaging', 'twofold'), join(tree, 'bin', 'twofold'))
  await symlink(process.execPath, join(tree, 'bin', 'node'))
  await writeFile(join(tree, 'package.json'), '{"version":"1.2.3"}')
  const elsewhere = join(tree, 'elsewhere')
  await mkdir(elsewhere)
  // Stands for one that may not be read, as root's home for the user of the Debian package's service.
  await writeFile(join(elsewhere, 'package.json'), 'no JSON')
  expect(execFileSync('sh', [join(tree, 'bin', 'twofold'), '--version'], { cwd: elsewhere, encoding: 'utf8' })).toBe('1.2.3\n')
})
