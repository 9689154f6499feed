import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteBackup, downloadBackup, listBackups, verifyBackup } from '@twofold/contract/admin/backups'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describeBackup, readBackup } from '../../platform/backup/read-backup.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { parseRootKey } from '../../platform/crypto/root-key.ts'
import { day, dayStart } from '../../platform/days.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { eventually } from '../../testing/eventually.ts'
import { startModelS3 } from '../../testing/model-s3.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { backupPassword, startWithHistory } from '../../testing/start-with-history.ts'

/* Months that are over are stored once, beside the backups that name them. */

const password = backupPassword
const rowsEach = 800

/** Restores the backup into a database of its own. */
async function restored(path: string) {
  const { owner, drop } = await createTestDatabase('template0')
  onTestFinished(drop)
  const rootKey = parseRootKey(randomBytes(32).toString('base64'), 'A test')
  await restoreBackup({ path, secrets: { password, rootKeys: [] }, connection: owner, rootKey, replace: false, now: new Date() })
  const client = new pg.Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  const one = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  return {
    one,
    activity: () =>
      one<{ n: number; sum: string }>(`select count(*)::int as n, md5(string_agg(activity::text, '|' order by id)) as sum from activity`),
    changed: async () => (await one<{ n: number }>(`select count(*)::int as n from activity where actor_name = 'Changed'`))[0]?.n,
  }
}

async function flip(path: string, fromEnd: number) {
  const bytes = await readFile(path)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - fromEnd) ^ 1, bytes.length - fromEnd)
  await writeFile(path, bytes)
}

test('a month that is over is stored once for all backups; one whose rows changed after all gets a part of its own, and each restores as it was', async () => {
  const { app, make, parts, pathOfPart, changeOne } = await startWithHistory()
  const first = await make()
  const stored = await parts()
  expect(stored).toHaveLength(2)
  const written = await Promise.all(stored.map(async (name) => (await stat(pathOfPart(name))).ino))
  const second = await make()
  expect(await parts()).toEqual(stored)
  expect(await Promise.all(stored.map(async (name) => (await stat(pathOfPart(name))).ino))).toEqual(written)
  const [base, ofParts] = [
    (await stat(second.path)).size,
    (await Promise.all(stored.map(async (name) => (await stat(pathOfPart(name))).size))).reduce((a, b) => a + b),
  ]
  expect(second.size).toBe(base + ofParts)
  expect(base).toBeLessThan(ofParts / 2)

  await changeOne()
  const third = await make()
  expect(await parts()).toHaveLength(3)
  const [old, changed] = [await restored(first.path), await restored(third.path)]
  expect([await old.changed(), await changed.changed()]).toEqual([0, 1])
  const { rows } = await sql<{ n: number; sum: string }>`
    select count(*)::int as n, md5(string_agg(activity::text, '|' order by id)) as sum from activity`.execute(app.asOwner())
  expect(await changed.activity()).toEqual(rows)
  // The months have their tables again, so that they are dropped like all others.
  const months = await changed.one<{ part: string }>(
    `select part from list_months('activity') where ends <= date_trunc('month', now(), 'UTC') and starts is not null`,
  )
  expect(months).toHaveLength(2)
})

test('an installation whose months are small has one file, which earlier versions read', async () => {
  const app = await startTestApp({ env: { BACKUP_PASSWORD: password } })
  await app.signUp('ann@example.org')
  const id = await app.backups.add('command', undefined)
  expect(await app.backupMaker.make(id)).toBeUndefined()
  const folder = join(app.config.dataDir, 'backups')
  const names = await readdir(folder)
  expect(names).toHaveLength(1)
  expect(await describeBackup(join(folder, names[0] ?? ''))).toMatchObject({ format: 1 })
})

test('one flipped byte and a missing part are found when a backup is read back, restored or drilled, and the part is named', async () => {
  const { app, root, make, parts, pathOfPart } = await startWithHistory()
  for (const [spoil, is] of [
    [(path: string) => flip(path, 1000), 'damaged'],
    [rm, 'missing'],
  ] as const) {
    // After the first time: the database still has its rows, so the next backup makes the part again.
    const { id, path } = await make()
    await readBackup(path, { password, rootKeys: [] })
    const [name = ''] = await parts()
    await spoil(pathOfPart(name))
    const said = new RegExp(`The part ${name} of this backup, activity of \\d{4}-\\d\\d, is ${is}`)
    await expect(readBackup(path, { password, rootKeys: [] })).rejects.toThrow(said)
    await root.call(verifyBackup, { params: { id } })
    await eventually(async () => expect((await root.call(listBackups, {})).body.data[0]?.verify_error).toMatch(said))
    await expect(restored(path)).rejects.toThrow(said)
    expect((await app.drills.run())?.error).toMatch(said)
  }
  await readBackup((await make()).path, { password, rootKeys: [] })
  expect((await app.drills.run())?.error).toBeNull()
})

test('a part goes when no backup names it any longer, and not before; a part that may be about to be named stays', async () => {
  const { root, folder, make, parts, pathOfPart, changeOne, agePartsOnDisk } = await startWithHistory()
  const first = await make()
  await changeOne()
  const second = await make()
  const named = async (path: string) => ((await describeBackup(path)).parts ?? []).toSorted()
  const [ofFirst, ofSecond] = [await named(first.path), await named(second.path)]
  expect(await parts()).toHaveLength(3)

  // A backup that is being made has written its parts, and no file that names them yet.
  const young = ofFirst.find((name) => !ofSecond.includes(name)) ?? ''
  await agePartsOnDisk()
  await utimes(pathOfPart(young), new Date(), new Date())
  await writeFile(join(folder, 'unreadable.backup'), 'x'.repeat(100))
  expect((await root.call(deleteBackup, { params: { id: first.id } })).status).toBe(200)
  expect(await parts()).toHaveLength(3)
  await rm(join(folder, 'unreadable.backup'))
  const third = await make()
  await agePartsOnDisk()
  await utimes(pathOfPart(young), new Date(), new Date())
  expect((await root.call(deleteBackup, { params: { id: third.id } })).status).toBe(200)
  expect(await parts()).toHaveLength(3)
  const fourth = await make()
  await agePartsOnDisk()
  expect((await root.call(deleteBackup, { params: { id: fourth.id } })).status).toBe(200)
  expect((await parts()).toSorted()).toEqual(ofSecond)
  await readBackup(second.path, { password, rootKeys: [] })
})

test('a backup with parts is taken along as one file, which restores by itself', async () => {
  const { app, root, make, folder } = await startWithHistory()
  const { id } = await make()
  await root.enterPin()
  const { url } = (await root.call(downloadBackup, { params: { id } })).body
  const answer = await fetch(`${app.url}${url}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const taken = join(app.config.dataDir, 'taken.backup')
  await writeFile(taken, bytes)
  await rm(folder, { recursive: true })
  const there = await restored(taken)
  expect((await there.activity())[0]?.n).toBeGreaterThan(2 * rowsEach)
  await flip(taken, 1000)
  await expect(readBackup(taken, { password, rootKeys: [] })).rejects.toThrow(
    /The part [0-9a-f]{40} of this backup, activity of .* is damaged/,
  )
})

test('off the machine a part is sent once, before the backup that names it, and goes with the last one that does', async () => {
  // Three backups of one day, whatever time it is.
  const noon = dayStart(Date.now()) + day / 2
  const s3 = await startModelS3({ now: () => noon })
  const { app, root, make, changeOne } = await startWithHistory({ env: s3.env, now: noon })
  const puts: string[] = []
  s3.disturb(({ method, path }) => {
    if (method === 'PUT') puts.push(path.split('/').at(-1) ?? '')
    return undefined
  })
  const first = await make()
  expect(await app.backupCopies.send(first.id)).toBeUndefined()
  expect(puts.map((name) => (name.endsWith('.tfb') ? 'backup' : 'part'))).toEqual(['part', 'part', 'backup'])
  app.clock.advance(60_000)
  const second = await make()
  expect(await app.backupCopies.send(second.id)).toBeUndefined()
  expect(puts.slice(3).map((name) => (name.endsWith('.tfb') ? 'backup' : 'part'))).toEqual(['backup'])
  expect(await app.drills.run()).toMatchObject({ error: null, location: 's3' })

  const [object, content] = [...s3.objects].find(([key]) => key.includes('/parts/')) ?? ['', Buffer.alloc(0)]
  const changed = Buffer.from(content)
  changed.writeUInt8(changed.readUInt8(500) ^ 1, 500)
  s3.objects.set(object, changed)
  expect((await app.drills.run())?.error).toContain(`The part ${object.split('/').at(-1)} of this backup, activity of`)
  s3.objects.set(object, content)

  // Of one day the newest stays, so both that were made before go, and with them the part that only they name.
  await changeOne()
  app.clock.advance(60_000)
  const third = await make()
  expect(await app.backupCopies.send(third.id)).toBeUndefined()
  const named = (await describeBackup(third.path)).parts ?? []
  const left = [...s3.objects.keys()].filter((key) => key.includes('/parts/')).map((key) => key.split('/').at(-1))
  expect(new Set(left)).toEqual(new Set(named))
  expect((await root.call(listBackups, {})).body.data.filter(({ location }) => location === 's3')).toHaveLength(1)
  expect(await app.drills.run()).toMatchObject({ error: null, location: 's3' })
})
