import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rewriteBackup } from '../../platform/backup/testing/rewrite-backup.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { parseRootKey } from '../../platform/crypto/root-key.ts'
import { startTestApp } from '../../testing/start-test-app.ts'

const password = 'a-long-backup-password'

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
  const killed = join(app.config.dataDir, 'drill/drill-killed/postgres')
  await mkdir(killed, { recursive: true })
  await writeFile(join(killed, 'owner'), '1')
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

test('a drill takes a backup that states too few rows, and names the table in which one is missing or the root key that is another one', async () => {
  const { app, make } = await startWithBackup()
  const path = await make()
  // As it was written by versions that read the number of rows before it had come.
  await rewriteBackup(path, password, (frame) => {
    if (frame.kind === 'table_end') return { ...frame, content: { ...frame.content, rows: 0 } }
    return frame.kind === 'end' ? { ...frame, content: { ...frame.content, rows: 0 } } : frame
  })
  expect((await app.drills.run())?.error).toBeNull()

  let table = ''
  await rewriteBackup(path, password, (frame) => {
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
