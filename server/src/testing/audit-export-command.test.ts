import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { databaseUrl } from '../platform/testing/database-url.ts'
import { bareEnvironment } from './bare-environment.ts'
import { mountDisk } from './small-disk.ts'
import { startTestApp } from './start-test-app.ts'

const run = promisify(execFile)

// Only root may mount a disk.
test.runIf(process.getuid?.() === 0)('an export of the audit log to a full disk says so, and leaves no half of a file', async () => {
  const app = await startTestApp()
  const folder = await mkdtemp(join(tmpdir(), 'twofold-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const disk = await mountDisk(folder, 64)
  await writeFile(join(folder, 'fill'), Buffer.alloc(60 * 1024))
  for (let row = 0; row < 40; row++)
    await app.transaction((tx) => tx.audit({ action: 'settings.changed', target: { kind: 'test', name: 'x'.repeat(200) } }))
  const file = join(folder, 'audit.json')
  const command = () =>
    run(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'audit', 'export', file], {
      env: { ...bareEnvironment(), DATABASE_URL: databaseUrl(app.connection), DATA_DIR: app.config.dataDir },
    })
  const failed = (await command().catch((error: unknown) => error)) as { code: number; stderr: string }
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file} cannot be written: there is no space left.`) as string })
  expect(await readdir(folder)).toEqual(['fill'])
  disk.resize(4096)
  expect((await command()).stdout).toContain(`to ${file}.`)
})
