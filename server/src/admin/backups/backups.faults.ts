import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBackupFiles } from '../../platform/backup/backup-files.ts'
import { describeBackup, readBackup } from '../../platform/backup/read-backup.ts'
import { createLog } from '../../platform/log.ts'
import { passwordCost } from '../../platform/password-hash.ts'
import { startModelS3 } from '../../testing/model-s3.ts'
import { mountDisk } from '../../testing/small-disk.ts'
import { backupPassword as password, startWithHistory } from '../../testing/start-with-history.ts'

/* Disk and process failures at the worst moments of a backup. Disks are file systems in memory of a fixed size, which only root may mount. */

const secrets = { password, rootKeys: [] }

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).filter((name) => name !== 'parts')

type History = Awaited<ReturnType<typeof startWithHistory>>

const tryToMake = async ({ app }: History) => app.backupMaker.make(await app.backups.add('command', undefined))

const alerts = async ({ app }: History, event: string) =>
  (await sql`select from pgboss.job where name = 'event.notifications' and data ->> 'name' = ${event}`.execute(app.db)).rows.length

test.each([
  ['a part', 0.3],
  ['the file after its parts', 1.02],
])(
  'a disk that is full while %s is written costs that backup: it says so, leaves no half file, and the next one is whole',
  async (_, room) => {
    const history = await startWithHistory()
    const { app, folder, make, parts, pathOfPart } = history
    await make()
    const sizes = await Promise.all((await parts()).map(async (name) => (await stat(pathOfPart(name))).size))
    await rm(folder, { recursive: true })
    app.clock.advance(60_000)
    const disk = await mountDisk(folder, Math.ceil((sizes.reduce((sum, size) => sum + size, 0) * room) / 1024))
    expect(await tryToMake(history)).toMatch(/^There is no room left on the disk of the data folder\. Make room/)
    const left = await filesIn(folder)
    expect(left.filter((name) => !/^parts\/[0-9a-f]{40}$/.test(name))).toEqual([])
    expect(await alerts(history, 'admin.backup.completed')).toBe(2)
    disk.resize(100_000)
    app.clock.advance(60_000)
    const { path } = await make()
    expect((await describeBackup(path)).parts).toHaveLength(2)
    await readBackup(path, secrets)
  },
)

test('a node that is killed while a part is written leaves nothing that counts, and the next backup clears it away', async () => {
  const { app, folder, make, parts } = await startWithHistory({ rowsEach: 10_000 })
  await mkdir(join(folder, 'parts'), { recursive: true })
  const root = (await readFile(join(app.config.dataDir, 'master.key'), 'utf8')).trim()
  const script = `
    import { writeBackup } from ${JSON.stringify(join(import.meta.dirname, '../../platform/backup/write-backup.ts'))}
    import { parseRootKey } from ${JSON.stringify(join(import.meta.dirname, '../../platform/crypto/root-key.ts'))}
    const rootKeys = { current: parseRootKey(${JSON.stringify(root)}, 'A test'), previous: undefined, origin: 'A test' }
    await writeBackup({ connection: ${JSON.stringify(app.connection)}, rootKeys, secret: { kind: 'password', password: ${JSON.stringify(password)} },
      application: 'test', now: new Date(), path: ${JSON.stringify(join(folder, 'killed.backup.part'))} })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(child, 'exit')
  while (!(await parts()).some((name) => name.endsWith('.unfinished')) && child.exitCode === null) await new Promise(setImmediate)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect((await parts()).filter((name) => name.endsWith('.unfinished'))).toHaveLength(1)
  const { path } = await make()
  expect((await parts()).toSorted()).toEqual(((await describeBackup(path)).parts ?? []).toSorted())
  expect((await filesIn(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  await readBackup(path, secrets)
})

test('two nodes that sweep the parts of one folder at once remove what nobody names, and no more', async () => {
  const { app, folder, make, parts, changeOne, agePartsOnDisk } = await startWithHistory()
  const made: { path: string }[] = []
  for (let number = 0; number < 3; number += 1) {
    made.push(await make())
    await changeOne()
    app.clock.advance(60_000)
  }
  expect(await parts()).toHaveLength(3)
  await agePartsOnDisk()
  const node = () =>
    createBackupFiles({
      connection: app.connection,
      rootKeys: app.rootKey,
      password,
      cost: passwordCost,
      recipients: [],
      folder,
      application: 'test',
      clock: app.clock,
      log: createLog('silent'),
    })
  const [first, second, third] = made.map(({ path }) => path.split('/').at(-1) ?? '')
  const [a, b] = [node(), node()]
  await Promise.all([a.remove(first ?? ''), b.remove(second ?? ''), a.remove(first ?? '')])
  expect((await parts()).toSorted()).toEqual(((await describeBackup(join(folder, third ?? ''))).parts ?? []).toSorted())
  await readBackup(join(folder, third ?? ''), secrets)
})

test('two nodes that copy backups at once leave the bucket with whole backups, and every part that they name', async () => {
  const s3 = await startModelS3()
  const { app, make, changeOne } = await startWithHistory({ env: s3.env })
  const made: { id: string }[] = []
  for (let number = 0; number < 3; number += 1) {
    made.push(await make())
    await changeOne()
    app.clock.advance(60_000)
  }
  expect(await Promise.all(made.map(({ id }) => app.backupCopies.send(id)))).toEqual([undefined, undefined, undefined])
  expect([...s3.objects.keys()].some((key) => key.endsWith('.tfb'))).toBe(true)
  expect(await app.drills.run()).toMatchObject({ error: null, location: 's3' })
})

test('a drill on a full disk says so, alarms, leaves nothing behind, and the next one is good', async () => {
  const history = await startWithHistory()
  const { app, make } = history
  await make()
  const folder = join(app.config.dataDir, 'drill')
  const disk = await mountDisk(folder, 20_000)
  for (const size of [20_000, 60_000]) {
    disk.resize(size)
    expect((await app.drills.run())?.error).toMatch(/^There is no room left on the disk of the data folder/)
    expect(await readdir(folder)).toEqual([])
  }
  expect(await alerts(history, 'admin.system.alert')).toBe(2)
  disk.resize(400_000)
  expect(await app.drills.run()).toMatchObject({ error: null })
})

test('a disk that is full while a copy is fetched fails that drill, and leaves nothing of the copy', async () => {
  const s3 = await startModelS3()
  const history = await startWithHistory({ env: s3.env })
  const { app, make } = history
  await app.backupCopies.send((await make()).id)
  const folder = join(app.config.dataDir, 'fetched')
  const disk = await mountDisk(folder, 16)
  expect((await app.drills.run())?.error).toMatch(/^There is no room left on the disk of the data folder/)
  expect(await readdir(folder)).toEqual([])
  disk.resize(100_000)
  expect(await app.drills.run()).toMatchObject({ error: null, location: 's3' })
})
