import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { explainFailure } from '../explain-failure.ts'
import { mountDisk } from '../testing/small-disk.ts'
import { lockFolder } from './embedded-postgres/owner-lock.ts'
import { makeFolder } from './make-folder.ts'
import { StartError } from './start-error.ts'

async function useFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'twofold-file-error-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const tryFolder = (place: string) =>
  makeFolder(place).then(
    () => 'made',
    (error: unknown) => explainFailure(error),
  )

test('a data folder that cannot be used stops the start with a sentence that names it and what to do, and no stack', async () => {
  const folder = await useFolder()
  const file = path.join(folder, 'file')
  const circle = path.join(folder, 'circle')
  await writeFile(file, '')
  await symlink(circle, circle)
  const cases = [
    [file, 'is a file, and a folder has to be there.'],
    [path.join(file, 'data'), 'is a file, not a folder.'],
    [path.join(folder, 'x'.repeat(300)), 'is longer than the file system allows.'],
    [path.join(circle, 'data'), 'lead in a circle.'],
    // Linux says that there is no such folder, although the one above it exists; Node's own mkdir asks again for ever.
    ['/proc/twofold', 'does not exist and cannot be made.'],
  ] as const
  for (const [place, sentence] of cases) {
    const said = await tryFolder(place)
    expect(said).toContain(place)
    expect(said).toContain(sentence)
    expect(said).not.toMatch(/\n\s+at /)
  }
})

function tryLock(folder: string): string {
  try {
    lockFolder(folder)()
    return 'locked'
  } catch (error) {
    return explainFailure(error)
  }
}

// Only root may become another user, and mount.
test.runIf(process.getuid?.() === 0)('a lock that may only be read is none, and is blamed on the user or on the file system', async () => {
  const folder = await useFolder()
  await mountDisk(folder, 64)
  await chmod(folder, 0o777)
  await writeFile(path.join(folder, 'lock'), '', { mode: 0o644 })
  const asNobody = `const { lockFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres/owner-lock.ts'))})
    process.setuid(65534)
    try { lockFolder(${JSON.stringify(folder)}); console.log('locked') } catch ({ code, path }) { console.log(code, path) }`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', asNobody], { encoding: 'utf8' })
  expect(said).toBe(`EACCES ${path.join(folder, 'lock')}\n`)
  execFileSync('mount', ['-o', 'remount,ro', folder])
  expect(tryLock(folder)).toMatch(/^\S+lock is on a file system that can only be read\. /)
})

test('a full disk or a folder in place of the lock of the data folder has a sentence, and no stack', async () => {
  const folder = await useFolder()
  const said = () => tryLock(folder)
  await mkdir(path.join(folder, 'lock'))
  expect(said()).toMatch(/^This user may not use \S+lock\. /)
  await rm(path.join(folder, 'lock'), { recursive: true })
  if (process.getuid?.() !== 0) return
  await mountDisk(folder, 4)
  await writeFile(path.join(folder, 'fill'), Buffer.alloc(4096)).catch(() => {})
  expect(said()).toMatch(/^There is no space left on the disk of \S+lock\. /)
})

test.each([
  ['EACCES', 'This user may not use /data.'],
  ['EROFS', '/data is on a file system that can only be read.'],
  ['ENOSPC', 'There is no space left on the disk of /data.'],
  ['EDQUOT', 'The disk quota for /data is used up.'],
  ['EIO', 'The disk of /data reports an error.'],
  ['EMFILE', 'Too many files are open.'],
])('%s is a sentence', (code, sentence) => {
  const error = Object.assign(new Error(`${code}: whatever, open '/data'`), { code, path: '/data' })
  expect(explainFailure(error)).toContain(sentence)
  expect(explainFailure(new Error('The database could not start.', { cause: error }))).toContain(sentence)
})

test.each(['26000', '42P05'])('a start through a pooler that hands on sessions says what to change, for %s', (code) => {
  const error = Object.assign(new Error('prepared statement "x"'), { code })
  expect(explainFailure(error)).toMatch(/Set DATABASE_POOLER to transaction, or DATABASE_PREPARE to false\.$/)
})

test('a full disk that the database reports is said to be one', () => {
  const error = new Error('could not write to file "pg_wal/xlogtemp.23831": No space left on device')
  expect(explainFailure(error)).toContain('There is no space left on the disk of DATA_DIR.')
})

test('a sentence of our own stays, and the remedy follows it once', () => {
  const cause = Object.assign(new Error('x'), { code: 'EACCES', path: '/data' })
  const said = explainFailure(new StartError('The root key cannot be read.', { cause }))
  expect(said).toMatch(/The root key cannot be read\.\nThis user may not use \/data\./)
  expect(explainFailure(new StartError(said, { cause })).match(/may not use/g)).toHaveLength(1)
})
