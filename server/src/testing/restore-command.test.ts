import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folder, makeBackup, password } from '../platform/backup/testing/make-backup.ts'
import { bareEnvironment } from './bare-environment.ts'
import { serverProgram } from './server-program.ts'

async function run(list: string[], env: Record<string, string>) {
  const program = await serverProgram('cli')
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [program, ...list], { env: { ...bareEnvironment(), ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

test('a restore that fails leaves no database behind, and a wrong secret no root key either', async () => {
  const { path } = await makeBackup()
  const DATA_DIR = await folder()
  const closed = await run(['restore', path], { DATA_DIR, BACKUP_PASSWORD: 'another-password' })
  expect(closed).toEqual({ code: 1, output: expect.stringContaining('The password is not the one') as string })
  expect(await readdir(DATA_DIR)).toEqual([])

  const damaged = join(await folder(), 'damaged.backup')
  await writeFile(damaged, (await readFile(path)).subarray(0, -1))
  const cut = await run(['restore', damaged], { DATA_DIR, BACKUP_PASSWORD: password })
  expect(cut).toEqual({ code: 1, output: expect.stringContaining('cut off before its end') as string })
  expect(await readdir(DATA_DIR)).toEqual(['master.key'])
}, 120_000)

test('a restore names the root key that the next start needs: the one that is set, or the file that it made', async () => {
  const { path } = await makeBackup()
  const DATA_DIR = await folder()
  const made = await run(['restore', path], { DATA_DIR, BACKUP_PASSWORD: password })
  expect(made).toEqual({ code: 0, output: expect.stringContaining(`The file ${join(DATA_DIR, 'master.key')} is its root key`) as string })

  const other = { DATA_DIR: await folder(), BACKUP_PASSWORD: password, MASTER_KEY_FILE: join(DATA_DIR, 'master.key') }
  const { output } = await run(['restore', path], other)
  expect(output).toContain(`The file ${other.MASTER_KEY_FILE} (MASTER_KEY_FILE) is its root key`)
}, 120_000)
