import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { listBackups, startBackup } from '@twofold/contract/admin/backups'
import { listAudit } from '@twofold/contract/admin/audit'
import { eventCatalogue } from '@twofold/contract/event-catalogue'
import { discardHeldMail, listHeldMail, releaseHeldMail } from '@twofold/contract/mail-log/held'
import { showSecret } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { deliverDue } from '../../mail-delivery/testing/deliver-due.ts'
import { createPerson } from '../../testing/start-test-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { restoreElsewhere } from './testing/restore-elsewhere.ts'
import { password, startWithAdmin, folderOf, makeBackup } from './testing/start-backups.ts'

test('a backup taken while people write, restored where nothing was, gives everybody the same secrets, all of one moment', async () => {
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
  const { path } = await makeBackup(setting)
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
  const { path } = await makeBackup(setting)
  expect((await setting.root.call(listBackups, {})).body.encrypted_with).toBe('master_key')
  const there = await restoreElsewhere(path, {}, { MASTER_KEY })
  expect(await (await there.signIn('root@example.org')).visible()).toEqual([key.id])
})

test('restoring ends sessions, voids links and holds unsent e-mail, which an administrator sends or discards', async () => {
  const env = { BACKUP_PASSWORD: password }
  const setting = await startWithAdmin({ env, work: true })
  const { app, root } = setting
  const ann = await app.signUp('ann@example.org')
  const { id: userId } = await app.db.selectFrom('users').select('id').where('email', '=', 'ann@example.org').executeTakeFirstOrThrow()
  // Without a provider the e-mails wait.
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
  expect(await there.node.db.selectFrom('setup_links').selectAll().execute()).toEqual([])

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
