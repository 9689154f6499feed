import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  changeBackupSchedule,
  confirmBackupSecret,
  defaultBackupSchedule,
  deleteBackup,
  downloadBackup,
  listBackups,
  startBackup,
  verifyBackup,
} from '@twofold/contract/admin/backups'
import { listAudit } from '@twofold/contract/admin/audit'
import { listNotifications } from '@twofold/contract/admin/notifications'
import { signIn } from '@twofold/contract/sessions'
import { expect, test } from 'vitest'
import { readBackup } from '../../platform/backup/read-backup.ts'
import { createPerson, type TestApp, testPassword, testPin } from '../../testing/start-test-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { password, startWithAdmin, folderOf, makeBackup } from './testing/start-backups.ts'

test('the file can be read by nobody else on the machine, is listed with its maker, and administrators are notified', async () => {
  const setting = await startWithAdmin({ work: true })
  const { app, root } = setting
  const { body } = await root.call(startBackup, {})
  // A worker may have taken it up already.
  expect(['waiting', 'running']).toContain(body.backup.state)
  expect(body.backup).toMatchObject({ cause: 'manual', made_by: { name: 'Rosa Root' } })
  const backup = await eventually(async () => {
    const [made] = (await root.call(listBackups, {})).body.data
    expect(made?.state).toBe('completed')
    return made
  })
  const { mode, size } = await stat(join(folderOf(app), backup?.file_name ?? ''))
  expect(mode & 0o777).toBe(0o600)
  expect(backup).toMatchObject({ size, is_here: true, application: '0.1.0', verify_error: null })
  expect(backup?.verified_at).not.toBeNull()
  await eventually(async () => {
    const { notifications } = (await root.call(listNotifications, { query: {} })).body
    expect(notifications.map(({ title, message }) => [title, message.split(',')[0]])).toContainEqual(['Backup made', backup?.file_name])
  })
})

test('a backup that cannot be made says why, leaves no file, and alarms administrators', async () => {
  const { app, root } = await startWithAdmin({ work: true, logLevel: 'silent' })
  await writeFile(folderOf(app), 'a file where the folder should be')
  await root.call(startBackup, {})
  const failed = await eventually(async () => {
    const [made] = (await root.call(listBackups, {})).body.data
    expect(made?.state).toBe('failed')
    return made
  })
  expect(failed?.error).toBe('The data folder cannot be written to.')
  await eventually(async () => {
    const { notifications } = (await root.call(listNotifications, { query: {} })).body
    expect(notifications).toContainEqual(expect.objectContaining({ type: 'alert', title: 'Backup failed', message: failed?.error }))
  })
})

test('a backup whose node died is given up after a quarter of an hour, administrators are notified, and another one can be made', async () => {
  const { app, root } = await startWithAdmin({ work: true })
  // If the scheduled hour passes during the tests, a backup would be due.
  await root.call(changeBackupSchedule, { body: { ...defaultBackupSchedule, frequency: 'off' } })
  const silent = async (cause: 'command' | 'manual', state: 'waiting' | 'running', minutes: number) => {
    const time = new Date(app.clock.now() - minutes * 60_000)
    const row = { id: crypto.randomUUID(), file_name: `${cause}-${state}.backup`, state, cause, touched_at: time, created_at: time }
    await app.db.insertInto('backups').values(row).execute()
  }
  const states = async () => (await root.call(listBackups, {})).body.data.map(({ state }) => state)
  await silent('command', 'waiting', 14)
  await app.backups.startScheduled()
  expect(await states()).toEqual(['waiting'])
  await app.db
    .updateTable('backups')
    .set({ touched_at: new Date(app.clock.now() - 16 * 60_000) })
    .execute()
  await app.backups.startScheduled()
  expect(await states()).toEqual(['failed'])
  await eventually(async () => {
    const { notifications } = (await root.call(listNotifications, { query: {} })).body
    expect(notifications.map(({ title, message }) => `${title}: ${message}`)).toContain(
      'Backup failed: The node that was to make it has ended.',
    )
  })
  await silent('manual', 'waiting', 16)
  await app.backups.startScheduled()
  expect(await states()).toEqual(['failed', 'waiting'])
  expect((await root.call(startBackup, {})).status).toBe(202)
})

test('the second of two who delete one backup at once gets the answer that it is gone', async () => {
  const setting = await startWithAdmin()
  const { id } = await makeBackup(setting)
  const answers = await Promise.all([1, 2].map(() => setting.root.call(deleteBackup, { params: { id } })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const { data } = (await setting.root.call(listAudit, { query: { action: 'backup.deleted' } })).body
  expect(data).toHaveLength(1)
})

test('one backup is made at a time', async () => {
  const { root } = await startWithAdmin()
  const answers = await Promise.all(Array.from({ length: 5 }, () => root.call(startBackup, {})))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409, 409, 409])
})

test('two nodes that see the same moment of the schedule come make one backup for it, and none before it', async () => {
  const setting = await startWithAdmin({ now: Date.parse('2026-11-21T10:00:00Z') })
  const { app, root } = setting
  await root.call(changeBackupSchedule, { body: { ...defaultBackupSchedule, hour: 9 } })
  await app.backups.startScheduled()
  expect((await root.call(listBackups, {})).body).toMatchObject({ data: [], next_at: '2026-11-22T09:00:00.000Z' })

  app.clock.set(Date.parse('2026-11-22T09:00:00Z'))
  const again = await createPersonAnew(app)
  await Promise.all(Array.from({ length: 6 }, () => app.backups.startScheduled()))
  const [backup, ...others] = (await again.call(listBackups, {})).body.data
  expect([backup?.cause, backup?.made_by, others]).toEqual(['scheduled', null, []])
  // Whichever node gets the job makes it; a second one leaves it alone, also once it is over.
  const makings = await Promise.allSettled([app.backupMaker.make(backup?.id ?? ''), app.backupMaker.make(backup?.id ?? '')])
  expect(makings.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1)
  await app.backupMaker.make(backup?.id ?? '')
  await app.backups.startScheduled()
  expect((await again.call(listBackups, {})).body.data).toHaveLength(1)
  expect(await readdir(folderOf(app))).toEqual([backup?.file_name])
})

test('a backup of a time when the clock was ahead does not vouch for those that follow', async () => {
  const { app } = await startWithAdmin()
  const ahead = new Date(app.clock.now() + 400 * 24 * 60 * 60_000)
  const row = { id: crypto.randomUUID(), file_name: 'ahead.backup', state: 'completed', cause: 'manual' } as const
  await app.db
    .insertInto('backups')
    .values({ ...row, touched_at: ahead, created_at: ahead, finished_at: ahead })
    .execute()
  const { checks } = await app.health.report()
  expect(checks.find(({ name }) => name === 'backup')).toMatchObject({ status: 'warning', value: 'Never' })
})

/** The day between has ended the session. */
async function createPersonAnew(app: TestApp) {
  const { body } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  return createPerson(app.url, 'root@example.org', body.access_token ?? '')
}

test('a backup that a dead node has left is made by another one', async () => {
  const { app, root } = await startWithAdmin()
  const { body } = await root.call(startBackup, {})
  const { id } = body.backup
  await app.db.updateTable('backups').set({ state: 'running', node: 'dead', fence: 1, touched_at: app.clock.date() }).execute()
  await expect(app.backupMaker.make(id)).rejects.toThrow('Another node')
  app.clock.advance(31_000)
  expect(await app.backupMaker.make(id)).toBeUndefined()
  expect((await root.call(listBackups, {})).body.data[0]).toMatchObject({ state: 'completed', is_here: true })
})

test('the newest N are kept, and the files of older ones go', async () => {
  const setting = await startWithAdmin()
  const { app, root } = setting
  await root.call(changeBackupSchedule, { body: { ...defaultBackupSchedule, frequency: 'off', keep: 2 } })
  const names: string[] = []
  for (let made = 0; made < 4; made += 1) {
    app.clock.advance(60_000)
    names.push((await makeBackup(setting)).file_name)
  }
  expect((await readdir(folderOf(app))).toSorted()).toEqual(names.slice(2).toSorted())
  expect((await root.call(listBackups, {})).body.data.map(({ file_name }) => file_name)).toEqual(names.slice(2).toReversed())
})

test('a backup that was damaged on the disk is found out, and administrators are notified', async () => {
  const setting = await startWithAdmin({ work: true, logLevel: 'silent' })
  const { root } = setting
  await root.call(startBackup, {})
  const backup = await eventually(async () => {
    const [made] = (await root.call(listBackups, {})).body.data
    expect(made?.state).toBe('completed')
    return made
  })
  const id = backup?.id ?? ''
  const verified = async () => {
    expect((await root.call(verifyBackup, { params: { id } })).status).toBe(202)
    return eventually(async () => {
      const [now] = (await root.call(listBackups, {})).body.data
      expect(now?.is_verifying).toBe(false)
      return now
    })
  }
  expect((await verified())?.verify_error).toBeNull()
  const path = join(folderOf(setting.app), backup?.file_name ?? '')
  const bytes = await readFile(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await writeFile(path, bytes)
  expect((await verified())?.verify_error).toMatch(/This backup is damaged: part \d+ was changed/)
  await eventually(async () => {
    const { notifications } = (await root.call(listNotifications, { query: {} })).body
    expect(notifications).toContainEqual(expect.objectContaining({ type: 'alert', message: expect.stringContaining('damaged') as string }))
  })
})

test('a download needs the PIN, works once and within a minute, is written down, and is the file byte for byte', async () => {
  const setting = await startWithAdmin()
  const { app, root } = setting
  const { id, path, file_name } = await makeBackup(setting)
  const ask = () => root.call(downloadBackup, { params: { id } })
  expect((await ask()).body.code).toBe('pin.required')
  await root.send('POST', '/api/pin/verify', { body: { pin: testPin } })
  const { body } = await ask()
  const answer = await fetch(`${app.url}${body.url}`)
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${file_name}"`])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.equals(await readFile(path))).toBe(true)
  await expect(readBackup(path, { password: undefined, rootKeys: [app.rootKey.current] })).resolves.toBeDefined()

  expect((await fetch(`${app.url}${body.url}`)).status).toBe(422)
  const { body: late } = await ask()
  app.clock.advance(61_000)
  expect((await fetch(`${app.url}${late.url}`)).status).toBe(422)
  const downloads = () => app.db.selectFrom('backup_downloads').selectAll().execute()
  expect(await downloads()).toHaveLength(1)
  await app.housekeeping()
  expect(await downloads()).toEqual([])
  const { body: audit } = await root.call(listAudit, { query: { action: 'backup.downloaded' } })
  expect(audit.data).toHaveLength(2)
})

test('a file that is on another machine, or gone, is not offered, and not taken off the list behind its back', async () => {
  const setting = await startWithAdmin()
  const { app, root } = setting
  const { id, path } = await makeBackup(setting)
  await rm(path)
  await root.enterPin()
  expect((await root.call(downloadBackup, { params: { id } })).body.code).toBe('backups.gone')
  await app.db.updateTable('backups').set({ node: 'node-b', node_id: crypto.randomUUID() }).execute()
  expect((await root.call(verifyBackup, { params: { id } })).body.message).toBe(
    'The file of this backup is not on this machine, but on node-b.',
  )
  expect((await root.call(listBackups, {})).body.data[0]?.is_here).toBe(false)
  const refused = await root.call(deleteBackup, { params: { id } })
  expect([refused.status, refused.body.code]).toEqual([409, 'backups.elsewhere'])
  expect((await root.call(listBackups, {})).body.data).toHaveLength(1)
})

test('deleting a backup removes its file', async () => {
  const setting = await startWithAdmin()
  const { id } = await makeBackup(setting)
  expect((await setting.root.call(deleteBackup, { params: { id } })).status).toBe(200)
  expect(await readdir(folderOf(setting.app))).toEqual([])
  expect((await setting.root.call(deleteBackup, { params: { id } })).status).toBe(404)
})

test('the list says where the secret that opens backups lies, and when it was stored elsewhere', async () => {
  const { app, root } = await startWithAdmin({ env: { BACKUP_PASSWORD: password } })
  const secretOf = async (by: typeof root) => (await by.call(listBackups, {})).body.secret
  expect(await secretOf(root)).toEqual({ place: 'variable', name: 'BACKUP_PASSWORD', saved_at: null })
  const bo = await app.signUp('bo@example.org')
  expect((await bo.call(confirmBackupSecret, {})).status).toBe(403)
  await root.call(confirmBackupSecret, {})
  expect(await secretOf(root)).toEqual({ place: 'variable', name: 'BACKUP_PASSWORD', saved_at: expect.any(String) as string })
  const { body: log } = await root.call(listAudit, { query: { action: 'backup.secret_saved' } })
  expect(log.data[0]?.after).toEqual({ encrypted_with: 'password' })
})
