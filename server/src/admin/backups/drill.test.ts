import { randomBytes } from 'node:crypto'
import { open, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openChunks, sealChunks } from '../../platform/backup/chunks.ts'
import { openFileKey } from '../../platform/backup/file-key.ts'
import { type Frame, readFrames, writeFrame } from '../../platform/backup/frames.ts'
import { readHeader } from '../../platform/backup/header.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { parseRootKey } from '../../platform/crypto/root-key.ts'
import { startTestApp } from '../../testing/start-test-app.ts'

const password = 'a-long-backup-password'

/** Changes what is sealed in a backup, and seals it as it was: what no sum of the file finds. */
async function rewrite(path: string, change: (frame: Frame) => Frame) {
  const file = await open(path)
  const { header, sum, end } = await readHeader(file)
  const key = await openFileKey(header, { password, rootKeys: [] })
  const beginning = (await readFile(path)).subarray(0, end)
  const content = Readable.from(openChunks(file.createReadStream({ start: end }), key, sum)).pipe(createGunzip())
  const frames = await Array.fromAsync(readFrames(content), (frame) => writeFrame(change(frame)))
  const sealed = await Array.fromAsync(sealChunks(Readable.from(frames).pipe(createGzip()), key, sum))
  await writeFile(path, Buffer.concat([beginning, ...sealed]))
}

/** An installation with a key, and a backup of it. */
async function startWithBackup() {
  const app = await startTestApp({ env: { BACKUP_PASSWORD: password, METRICS_TOKEN: 'a-token-of-sixteen' } })
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Code host')
  const make = async () => {
    const id = await app.backups.add('command', undefined)
    expect(await app.backupMaker.make(id)).toBeUndefined()
    return join(app.config.dataDir, 'backups', (await app.backups.requireFile(id)).file_name)
  }
  return { app, make }
}

const alerts = async (app: Awaited<ReturnType<typeof startTestApp>>) =>
  (await sql`select from pgboss.job where name = 'event.notifications' and data ->> 'name' = 'admin.system.alert'`.execute(app.db)).rows
    .length

test('a drill restores the newest backup elsewhere, opens every encrypted value, and leaves nothing behind but its word', async () => {
  const { app, make } = await startWithBackup()
  expect(await app.drills.run()).toBeUndefined()
  await make()
  const done = await app.drills.run()
  expect(done).toMatchObject({ error: null, location: 'local' })
  // The data key of the person, and the secret of the key.
  expect(done?.opened).toBeGreaterThanOrEqual(2)
  expect(done?.rows).toBeGreaterThan(10)
  expect(await app.drills.last()).toEqual(done)
  expect((await app.backups.overview()).last_drill).toMatchObject({ file_name: done?.file_name, error: null })
  expect(await readdir(join(app.config.dataDir, 'drill'))).toEqual([])
  expect(await alerts(app)).toBe(0)
  const { text } = await app.send('GET', '/metrics', { headers: { authorization: 'Bearer a-token-of-sixteen' } })
  expect(text).toContain(`twofold_restore_drill_last_success_timestamp_seconds ${(done?.finished_at.getTime() ?? 0) / 1000}\n`)
})

test('two drills at once both restore the backup, and leave nothing behind', async () => {
  const { app, make } = await startWithBackup()
  await make()
  const both = await Promise.all([app.drills.run(), app.drills.run()])
  expect(both.map((drill) => drill?.error)).toEqual([null, null])
  expect(await readdir(join(app.config.dataDir, 'drill'))).toEqual([])
})

test('a drill alarms about a file with one flipped byte, and about a value that does not open though the file is whole', async () => {
  const { app, make } = await startWithBackup()
  const path = await make()
  const bytes = await readFile(path)
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100)
  await writeFile(path, flipped)
  expect((await app.drills.run())?.error).toContain('damaged')
  expect(await alerts(app)).toBe(1)

  await sql`update data_keys set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)`.execute(app.db)
  app.clock.advance(60_000)
  await make()
  expect((await app.drills.run())?.error).toMatch(/^\d+ encrypted values cannot be opened, the first is data_keys\.sealed of /)
  expect(await alerts(app)).toBe(2)
})

test('a drill names the root key that a backup was made with where it is another one, and the table in which one row is missing', async () => {
  const { app, make } = await startWithBackup()
  const path = await make()
  await rewrite(path, (frame) => frame)
  expect((await app.drills.run())?.error).toBeNull()

  let table = ''
  await rewrite(path, (frame) => {
    if (frame.kind === 'table') table = frame.content.name
    if (frame.kind !== 'rows' || table !== 'keys') return frame
    return { kind: 'rows', content: frame.content.subarray(frame.content.indexOf('\n') + 1) }
  })
  expect((await app.drills.run())?.error).toContain('the table keys is not whole')

  await rm(path)
  const other = parseRootKey(randomBytes(32).toString('base64'), 'Of another installation')
  const secret = { kind: 'master_key' as const, rootKey: other }
  await writeBackup({ connection: app.owner, rootKeys: app.rootKey, secret, application: '0.1.0', now: new Date(), path })
  expect((await app.drills.run())?.error).toContain(`made with the root key whose id is ${other.id}; here is ${app.rootKey.current.id}`)
  expect(await alerts(app)).toBe(2)
})
