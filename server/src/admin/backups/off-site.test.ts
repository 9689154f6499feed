import { randomBytes } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteBackup, downloadBackup, listBackups, startBackup, verifyBackup } from '@twofold/contract/admin/backups'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { nameObject } from '../../platform/backup/off-site/object-names.ts'
import { createBackupsRepository } from './backups.repository.ts'
import { eventually } from '../../testing/eventually.ts'
import { startModelS3 } from '../../testing/model-s3.ts'
import { createPerson, startTestApp, type TestAppOptions, testPassword } from '../../testing/start-test-app.ts'

async function startWithBucket({ env, ...options }: TestAppOptions = {}) {
  const s3 = await startModelS3()
  const app = await startTestApp({ env: { ...s3.env, BACKUP_PASSWORD: 'a-long-backup-password', ...env }, logLevel: 'silent', ...options })
  await app.signUp('root@example.org', 'Rosa Root')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const { body } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  const root = createPerson(app.url, 'root@example.org', body.access_token ?? '')
  return {
    s3,
    app,
    root,
    /** Makes one as a worker would, and sends it. Answers what went wrong on the way. */
    async make() {
      const id = await app.backups.add('command', undefined)
      expect(await app.backupMaker.make(id)).toBeUndefined()
      return app.backupCopies.send(id)
    },
    async list() {
      const { data } = (await root.call(listBackups, {})).body
      return { local: data.filter(({ location }) => location === 'local'), away: data.filter(({ location }) => location === 's3'), data }
    },
    installation: () => createBackupsRepository(app.db).readInstallation(),
  }
}

test('a backup is copied to the bucket under the installation, the node and its time, and both stand in the list', async () => {
  const { s3, app, root, list, installation } = await startWithBucket({ work: true, env: { METRICS_TOKEN: 'a-token-of-sixteen' } })
  await root.call(startBackup, {})
  const { local, away } = await eventually(async () => {
    const found = await list()
    expect(found.away[0]?.state).toBe('completed')
    return found
  })
  const node = (await readFile(join(app.config.dataDir, 'node.id'), 'utf8')).trim()
  const [name] = s3.objects.keys()
  expect(name).toMatch(new RegExp(`^twofold/${await installation()}/${node}/\\d{8}T\\d{6}Z-${local[0]?.id}\\.tfb$`))
  expect(s3.objects.get(name ?? '')?.equals(await readFile(join(app.config.dataDir, 'backups', local[0]?.file_name ?? '')))).toBe(true)
  expect(away).toHaveLength(1)
  expect(away[0]).toMatchObject({ is_here: true, size: local[0]?.size, encrypted_with: 'password', made_by: { name: 'Rosa Root' } })
  expect((await root.call(listBackups, {})).body.off_site).toBe(`${new URL(s3.target.endpoint).host}/vault-backups`)
  const { text } = await app.send('GET', '/metrics', { headers: { authorization: 'Bearer a-token-of-sixteen' } })
  for (const location of ['local', 's3']) expect(text).toContain(`twofold_backup_size_bytes{location="${location}"} ${local[0]?.size}\n`)
})

test('a copy is read back, downloaded and deleted from any node, and the file on the machine stays', async () => {
  const { s3, app, root, make, list } = await startWithBucket()
  await make()
  const [copy] = (await list()).away
  const params = { id: copy?.id ?? '' }
  expect((await root.call(verifyBackup, { params })).status).toBe(202)
  await eventually(async () => expect((await list()).away[0]).toMatchObject({ is_verifying: false, verify_error: null }))
  expect((await list()).away[0]?.verified_at).not.toBeNull()
  expect(await readdir(join(app.config.dataDir, 'fetched'))).toEqual([])

  await root.enterPin()
  const { url } = (await root.call(downloadBackup, { params })).body
  const bytes = Buffer.from(await (await fetch(`${app.url}${url}`)).arrayBuffer())
  expect(bytes.equals([...s3.objects.values()][0] ?? Buffer.alloc(0))).toBe(true)

  expect((await root.call(deleteBackup, { params })).status).toBe(200)
  expect(s3.objects.size).toBe(0)
  const { local, away } = await list()
  expect([local[0]?.is_here, away]).toEqual([true, []])
})

test('reading back a copy that was changed in the bucket finds it out', async () => {
  const { s3, root, make, list } = await startWithBucket()
  await make()
  const [[key, content] = ['', Buffer.alloc(0)]] = s3.objects
  const changed = Buffer.from(content)
  changed.writeUInt8(changed.readUInt8(content.length - 50) ^ 1, content.length - 50)
  s3.objects.set(key, changed)
  await root.call(verifyBackup, { params: { id: (await list()).away[0]?.id ?? '' } })
  await eventually(async () => expect((await list()).away[0]?.verify_error).toContain('damaged'))
})

test('deleting a copy that the bucket does not let go of fails with what it says, and the copy stays in the list', async () => {
  const { s3, root, make, list } = await startWithBucket()
  await make()
  s3.disturb(({ method }) => (method === 'DELETE' ? s3.refuse(403, 'AccessDenied') : undefined))
  const { status, body } = await root.call(deleteBackup, { params: { id: (await list()).away[0]?.id ?? '' } })
  expect([status, body.code]).toEqual([503, 'backups.off_site'])
  expect(body.message).toContain('the access key may not do this')
  expect([(await list()).away.length, s3.objects.size]).toEqual([1, 1])
})

test('a bucket that refuses costs no backup: the file stays here, administrators are alarmed, and the copy is sent hours later', async () => {
  const { s3, app, root, make, list } = await startWithBucket({ work: true })
  s3.disturb(() => s3.refuse(403, 'AccessDenied'))
  expect(await make()).toContain('the access key may not do this')
  const { local, away } = await list()
  expect([local[0]?.state, local[0]?.is_here, away[0]?.state]).toEqual(['completed', true, 'failed'])
  await eventually(async () => {
    const { notifications } = (await root.call(listNotifications, { query: {} })).body
    expect(notifications).toContainEqual(expect.objectContaining({ title: 'Backup failed', message: away[0]?.error }))
  })
  s3.disturb(() => undefined)
  await app.backupCopies.sendMissed()
  expect(s3.objects.size).toBe(0)
  app.clock.advance(6 * 60 * 60_000)
  // The signature's time is the clock of the test, the model's that of the machine.
  s3.setNow(() => app.clock.now())
  await app.backupCopies.sendMissed()
  expect([(await list()).away.map(({ state, error }) => [state, error]), s3.objects.size]).toEqual([[['completed', null]], 1])
})

test('a backup from before the bucket was set up is sent, once, whichever nodes look', async () => {
  const { s3, app } = await startWithBucket()
  await app.backupMaker.make(await app.backups.add('command', undefined))
  await Promise.allSettled([app.backupCopies.sendMissed(), app.backupCopies.sendMissed(), app.backupCopies.sendMissed()])
  await app.backupCopies.sendMissed()
  expect(s3.objects.size).toBe(1)
  expect(s3.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1)
})

test('a copy that another node sends is left to it, and sent again after its silence', async () => {
  const { s3, app, make, list } = await startWithBucket()
  await make()
  s3.objects.clear()
  const silentFor = (milliseconds: number) => {
    const values = { state: 'running', touched_at: new Date(app.clock.now() - milliseconds) } as const
    return app.db.updateTable('backups').set(values).where('location', '=', 's3').execute()
  }
  await silentFor(29_000)
  await expect(app.backupCopies.send((await list()).local[0]?.id ?? '')).rejects.toThrow('Another node sends this backup')
  await app.backupCopies.sendMissed()
  expect(s3.objects.size).toBe(0)
  await silentFor(31_000)
  await app.backupCopies.sendMissed()
  expect(s3.objects.size).toBe(1)
})

test('the bucket is authoritative: copies that the list lost come back, and those that the bucket lost leave it', async () => {
  const { s3, app, make, list, installation } = await startWithBucket()
  await make()
  const names = { prefix: 'twofold', installation: await installation(), node: crypto.randomUUID(), id: crypto.randomUUID() }
  const found = nameObject({ ...names, at: new Date(app.clock.now() - 40 * 86_400_000) })
  const others = nameObject({ ...names, installation: crypto.randomUUID(), at: app.clock.date() })
  s3.objects.clear()
  s3.objects.set(found, Buffer.from('four'))
  s3.objects.set(others, Buffer.from('x'))
  s3.objects.set(`twofold/${names.installation}/notes.txt`, Buffer.from('x'))
  app.clock.advance(60_000)
  await make()
  const { away } = await list()
  expect(away.map(({ cause, size }) => [cause, size === 4])).toEqual([
    ['command', false],
    ['found', true],
  ])
})

test('off the machine 7 days, 4 weeks and 12 months are kept, and a key that may not delete stops nothing', async () => {
  const { s3, app, make, list, installation } = await startWithBucket()
  const names = { prefix: 'twofold', installation: await installation(), node: crypto.randomUUID() }
  for (let day = 1; day <= 40; day += 1)
    s3.objects.set(nameObject({ ...names, at: new Date(app.clock.now() - day * 86_400_000), id: crypto.randomUUID() }), randomBytes(10))
  s3.disturb(({ method }) => (method === 'DELETE' ? s3.refuse(403, 'AccessDenied') : undefined))
  expect(await make()).toBeUndefined()
  expect([s3.objects.size, (await list()).away.length]).toEqual([41, 41])
  s3.disturb(() => undefined)
  app.clock.advance(1000)
  expect(await make()).toBeUndefined()
  expect(s3.objects.size).toBeLessThanOrEqual(7 + 4 + 3)
  expect((await list()).away).toHaveLength(s3.objects.size)
})

test('a copy in a bucket that is no longer set up cannot be deleted in silence', async () => {
  const { app, root, make, list } = await startWithBucket()
  await make()
  const without = await startTestApp({ logLevel: 'silent' })
  const row = await app.db.selectFrom('backups').selectAll().where('location', '=', 's3').executeTakeFirstOrThrow()
  await without.db
    .insertInto('backups')
    .values({ ...row, made_by: null })
    .execute()
  await expect(without.backups.remove(row.id)).rejects.toMatchObject({ code: 'backups.not_set_up' })
  expect((await without.backups.overview()).off_site).toBeNull()
  expect((await list()).data).toHaveLength(2)
  expect((await root.call(listBackups, {})).body.data).toHaveLength(2)
})

test('the drill restores the newest copy of the bucket, also when this machine has no file', async () => {
  const { s3, app, make, list } = await startWithBucket()
  await make()
  for (const name of await readdir(join(app.config.dataDir, 'backups'))) await rm(join(app.config.dataDir, 'backups', name))
  const done = await app.drills.run()
  expect(done).toMatchObject({ location: 's3', error: null, file_name: (await list()).away[0]?.file_name })
  expect(done?.opened).toBeGreaterThan(0)
  s3.disturb(() => s3.refuse(403, 'AccessDenied'))
  expect(await app.drills.run()).toMatchObject({ location: 's3', error: expect.stringContaining('the access key may not') as string })
})

test('health warns while no copy is off the machine, or the newest is older than two days', async () => {
  const { s3, app, make } = await startWithBucket()
  const look = async () => (await app.health.report()).checks.find(({ name }) => name === 'backup')
  s3.disturb(() => s3.refuse(403, 'AccessDenied'))
  await make()
  expect(await look()).toMatchObject({ status: 'warning', message: expect.stringContaining('was ever sent off the machine') as string })
  s3.disturb(() => undefined)
  await make()
  expect((await look())?.status).toBe('healthy')
  app.clock.advance(49 * 60 * 60_000)
  expect(await look()).toMatchObject({ status: 'warning', message: expect.stringContaining('The last off-site copy is of') as string })
})

test('a data folder whose name was lost says so', async () => {
  const { app } = await startWithBucket()
  await writeFile(join(app.config.dataDir, 'node.id'), 'something else')
  const id = await app.backups.add('command', undefined)
  await expect(app.backupMaker.make(id)).rejects.toThrow('does not hold the id of a node. Delete it')
})
