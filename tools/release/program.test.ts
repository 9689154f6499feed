import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('the program of a release reads a file of settings with a blank in its name, and says nothing about one that is not there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twofold program-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, '../../packaging/twofold'), join(folder, 'bin/twofold'))
  await symlink(process.execPath, join(folder, 'bin/node'))
  await writeFile(join(folder, 'twofold.env'), 'HOST=192.0.2.1\n')
  await mkdir(join(folder, 'server/src'), { recursive: true })
  await writeFile(join(folder, 'server/src/cli.ts'), `console.log(process.env['HOST'] ?? 'none', process.argv.slice(2).join(' '))`)
  const run = (settings: string) =>
    promisify(execFile)('sh', [join(folder, 'bin/twofold'), 'admin', 'list'], {
      env: { TWOFOLD_ENV_FILE: settings, PATH: process.env['PATH'] },
    })
  expect(await run(join(folder, 'twofold.env'))).toEqual({ stdout: '192.0.2.1 admin list\n', stderr: '' })
  for (const settings of ['', join(folder, 'none.env')]) expect(await run(settings)).toEqual({ stdout: 'none admin list\n', stderr: '' })
})
