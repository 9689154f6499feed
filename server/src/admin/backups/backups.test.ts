import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
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
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { discardHeldMail, listHeldMail, releaseHeldMail } from '@twofold/contract/mail-log/held'
import { showSecret } from '@twofold/contract/keys'
import { signIn } from '@twofold/contract/sessions'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { deliverDue } from '../../mail-delivery/testing/deliver-due.ts'
import { readBackup } from '../../platform/backup/read-backup.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { parseRootKey } from '../../platform/crypto/root-key.ts'
import { createClient, createPerson, startTestApp, testPassword, testPin } from '../../testing/start-test-app.ts'
import type { TestApp, TestAppOptions } from '../../testing/start-test-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { databaseUrl } from '../../platform/testing/database-url.ts'
import { startNode } from '../../testing/start-node.ts'

const password = 'a-long-backup-password'

async function startWithAdmin(options: TestAppOptions = {}) {
  const app = await startTestApp(options)
  await app.signUp('root@example.org', 'Rosa Root')
  await app.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'root@example.org').execute()
  const { body } = await app.call(signIn, { body: { email: 'root@example.org', password: testPassword } })
  return { app, root: createPerson(app.url, 'root@example.org', body.access_token ?? '') }
}

const folderOf = (app: TestApp) => join(app.config.dataDir, 'backups')

/** Begins one as the screen does, and makes it as a worker would. */
async function make({ app, root }: Awaited<ReturnType<typeof startWithAdmin>>) {
  const { body } = await root.call(startBackup, {})
  expect(await app.backupMaker.make(body.backup.id)).toBeUndefined()
  return { ...body.backup, path: join(folderOf(app), body.backup.file_name) }
}

/** Puts a backup back where nothing was before, and starts an application there. */
async function restoreElsewhere(path: string, env: Record<string, string>, rootKey?: string) {
  const server = inject('postgres')
  const database = `restored_${randomBytes(6).toString('hex')}`
  const execute = async (statement: string) => {
    const client = new pg.Client({ ...server, database: 'postgres' })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await execute(`create database ${database}`)
  onTestFinished(() => execute(`drop database ${database} with (force)`))
  const MASTER_KEY = rootKey ?? randomBytes(32).toString('base64')
  const key = parseRootKey(MASTER_KEY, 'A test')
  const restored = await restoreBackup({
    path,
    secrets: { password: env['BACKUP_PASSWORD'], rootKeys: [key] },
    connection: { ...server, database },
    rootKey: key,
    replace: false,
    now: new Date(),
  })
  const node = await startNode({ DATABASE_URL: databaseUrl({ ...server, database }), MASTER_KEY, ROLES: 'web', ...env })
  const url = node.address ?? ''
  return {
    restored,
    node,
    url,
    async signIn(email: string) {
      const { body } = await createClient(url).call(signIn, { body: { email, password: testPassword } })
      if (body.access_token === undefined) throw new Error(`Sign-in failed: ${JSON.stringify(body)}`)
      return createPerson(url, email, body.access_token)
    },
  }
}

test('a backup taken while people write, restored where nothing was, gives everybody the same secrets, and nothing of it is torn', async () => {
  const env = { BACKUP_PASSWORD: password }
  const setting = await startWithAdmin({ env })
  const { app } = setting
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const secrets = new Map<string, string>()
  const addOne = async (number: number) => {
    const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.slice(number % 16).slice(0, 16)
    const { key } = await ann.addKey(`Key ${number}`, { secret })
    secrets.set(key.id, secret)
    await ann.share(key.id, 'bo@example.org')
  }
  for (let number = 0; number < 10; number += 1) await addOne(number)
  const before = [...secrets.keys()]

  const over = new AbortController()
  const writing = (async () => {
    for (let number = 10; !over.signal.aborted; number += 1) await addOne(number)
  })()
  const { path } = await make(setting)
  over.abort()
  await writing
  expect(secrets.size).toBeGreaterThan(before.length)

  const there = await restoreElsewhere(path, env)
  const annThere = await there.signIn('ann@example.org')
  await annThere.enterPin()
  const visible = await annThere.visible()
  expect(visible).toEqual(expect.arrayContaining(before))
  for (const id of visible) {
    expect((await annThere.call(showSecret, { params: { id } })).body.secret, id).toBe(secrets.get(id))
  }
  // One snapshot: what somebody was given exists, and was given at the same moment.
  const boThere = await there.signIn('bo@example.org')
  const shared = await boThere.visible()
  expect(visible).toEqual(expect.arrayContaining(shared))
  expect(visible.length - shared.length).toBeLessThanOrEqual(1)
  expect(shared).toEqual(expect.arrayContaining(before))
  expect(await bo.visible()).toHaveLength(secrets.size)
})

test('without a password the root key opens a backup, and the restored installation goes on with it', async () => {
  const MASTER_KEY = randomBytes(32).toString('base64')
  const setting = await startWithAdmin({ env: { MASTER_KEY } })
  const { key } = await setting.root.addKey('Code host', { secret: 'GEZDGNBVGY3TQOJQ' })
  const { path } = await make(setting)
  expect((await setting.root.call(listBackups, {})).body.encrypted_with).toBe('master_key')
  const there = await restoreElsewhere(path, {}, MASTER_KEY)
  expect(await (await there.signIn('root@example.org')).visible()).toEqual([key.id])
})

test('restoring ends sessions, voids links and holds unsent mail, which an administrator sends or discards', async () => {
  const env = { BACKUP_PASSWORD: password }
  const setting = await startWithAdmin({ env, work: true })
  const { app, root } = setting
  const ann = await app.signUp('ann@example.org')
  const { id: userId } = await app.db.selectFrom('users').select('id').where('email', '=', 'ann@example.org').executeTakeFirstOrThrow()
  // Without a provider the mails wait.
  for (let count = 0; count < 3; count += 1) {
    const event = { to: { user_id: userId }, data: eventCatalogue['key.shared'].variables }
    await app.transaction((tx) => tx.emit('key.shared', event))
  }
  await eventually(async () => {
    const mails = await app.db.selectFrom('email_logs').select('queue').where('queue', '=', 'due').where('user_id', '=', userId).execute()
    expect(mails.length).toBeGreaterThanOrEqual(3)
  })
  const inAnHour = new Date(app.clock.now() + 3_600_000)
  const [one] = await app.db.selectFrom('email_logs').select('id').where('queue', '=', 'due').execute()
  await app.db
    .updateTable('email_logs')
    .set({ useful_until: inAnHour })
    .where('id', '=', one?.id ?? '')
    .execute()
  await root.call(startBackup, {})
  const made = await eventually(async () => {
    const [backup] = (await root.call(listBackups, {})).body.data
    expect(backup?.state).toBe('completed')
    return backup
  })
  const path = join(folderOf(app), made?.file_name ?? '')
  const waiting = await app.db.selectFrom('email_logs').select('id').where('queue', '=', 'due').execute()

  const there = await restoreElsewhere(path, env)
  expect(there.restored.heldMails).toBeGreaterThan(0)
  expect(there.restored.heldMails).toBeLessThanOrEqual(waiting.length)
  for (const { token } of [ann, root]) {
    expect((await createPerson(there.url, '', token).send('GET', '/api/auth/user')).status).toBe(401)
  }
  for (const table of ['one_time_links', 'setup_links'] as const)
    expect(await there.node.db.selectFrom(table).selectAll().execute()).toEqual([])

  const admin = await there.signIn('root@example.org')
  const { body } = await admin.call(listBackups, {})
  expect(body.restored).toMatchObject({ held_mails: there.restored.heldMails })
  const { body: held } = await admin.call(listHeldMail, { query: {} })
  expect(held.mails.total).toBe(there.restored.heldMails)
  expect(held.with_void_link).toBe(1)
  expect(held.mails.data.filter((mail) => mail.has_void_link).map(({ id }) => id)).toEqual([one?.id])
  // Nothing goes out by itself.
  await deliverDue(there.node.mailDelivery.delivery, 100)
  expect((await admin.call(listHeldMail, { query: {} })).body.mails.total).toBe(held.mails.total)

  const first = held.mails.data.find((mail) => !mail.has_void_link)
  expect((await admin.call(releaseHeldMail, { body: { ids: [first?.id ?? ''] } })).body.count).toBe(1)
  const released = await there.node.db
    .selectFrom('email_logs')
    .select(['queue', 'outgoing', 'useful_until'])
    .where('id', '=', first?.id ?? '')
    .executeTakeFirst()
  expect([released?.queue, released?.outgoing === null, released?.useful_until]).toEqual(['due', false, null])
  expect((await admin.call(discardHeldMail, { body: {} })).body.count).toBe(held.mails.total - 1)
  expect((await admin.call(listBackups, {})).body.restored).toBeNull()
  const { body: audit } = await admin.call(listAudit, { query: {} })
  expect(audit.data.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['email.held_released', 'email.held_discarded', 'backup.restored']),
  )
})

test('the file can be read by nobody else on the machine, is listed with who made it, and is told to administrators', async () => {
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

test('a backup whose node died is given up after a quarter of an hour, administrators are told, and another one can be made', async () => {
  const { app, root } = await startWithAdmin({ work: true })
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

test('of two who delete one backup at once, one is told that it is gone', async () => {
  const setting = await startWithAdmin()
  const { id } = await make(setting)
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
    names.push((await make(setting)).file_name)
  }
  expect((await readdir(folderOf(app))).toSorted()).toEqual(names.slice(2).toSorted())
  expect((await root.call(listBackups, {})).body.data.map(({ file_name }) => file_name)).toEqual(names.slice(2).toReversed())
})

test('a backup that was damaged on the disk is found out, and administrators are told', async () => {
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
  const { id, path, file_name } = await make(setting)
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
  const { body: audit } = await root.call(listAudit, { query: { action: 'backup.downloaded' } })
  expect(audit.data).toHaveLength(2)
})

test('a file that is on another machine, or gone, is not offered, and not taken off the list behind its back', async () => {
  const setting = await startWithAdmin()
  const { app, root } = setting
  const { id, path } = await make(setting)
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
  const { id } = await make(setting)
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
