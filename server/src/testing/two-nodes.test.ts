import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { deleteKey } from '@twofold/contract/keys'
import { getAdminDashboard } from '@twofold/contract/admin/dashboard'
import { endMaintenance, scheduleMaintenance } from '@twofold/contract/admin/maintenance'
import { checkSetupLink, getCurrentUser, setUp, signIn, signUp } from '@twofold/contract/sessions'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { maintenanceTurnsJob } from '../admin/system/maintenance.service.ts'
import { purgeDeletedKeys } from '../keys/key-deletion.service.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createClient, createPerson, testPassword } from './start-test-app.ts'
import { eventually } from './eventually.ts'
import { databaseUrl } from '../platform/testing/database-url.ts'
import { startNode } from './start-node.ts'
import { testAccount } from './test-secrets.ts'

/** A database, by default with the tables that a first start makes in a second, and the environment that all nodes of one installation share. */
async function createInstallation({ isEmpty = false } = {}) {
  const { owner: server, drop } = await createTestDatabase(isEmpty ? 'template0' : undefined)
  onTestFinished(drop)
  const shared = { DATABASE_URL: databaseUrl(server), MASTER_KEY: randomBytes(32).toString('base64'), DATABASE_POOL: '4' }
  return (env: Record<string, string> = {}) => startNode({ ...shared, ...env }, { rateLimitFactor: 1, openBeforeSetUp: true })
}

test('two nodes that start together on an empty database migrate it once and share keys, sessions and the limits of sign-in', async () => {
  const startOne = await createInstallation({ isEmpty: true })
  const [a, b] = await Promise.all([startOne(), startOne()])
  const [onA, onB] = [createClient(a.address ?? ''), createClient(b.address ?? '')]
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(a.db)
  const files = await readdir(join(import.meta.dirname, '../migrations'))
  expect(rows.map(({ name }) => name)).toEqual(files.filter((file) => file.endsWith('.sql')).sort())
  const keyrings = await a.db.selectFrom('keyrings').select(['purpose', 'version']).execute()
  expect(keyrings.every(({ version }) => version === 1)).toBe(true)

  const { body } = await onA.send<{ access_token: string }>('POST', '/api/auth/register', { body: testAccount })
  const annOnA = createPerson(a.address ?? '', testAccount.email, body.access_token)
  const annOnB = createPerson(b.address ?? '', testAccount.email, body.access_token)
  const { key } = await annOnA.addKey('Code host', { secret: 'GEZDGNBVGY3TQOJQ' })
  const [code] = await annOnB.codes()
  expect([code?.id, code?.code]).toEqual([key.id, expect.stringMatching(/^\d{6}$/)])

  const wrong = { body: { email: testAccount.email, password: 'not-the-password' } }
  const statuses: number[] = []
  for (const node of [onA, onB, onA, onB, onA, onB, onA]) statuses.push((await node.call(signIn, wrong)).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429, 429])

  await annOnA.send('POST', '/api/auth/logout')
  expect((await annOnB.send('GET', '/api/auth/user')).status).toBe(401)
})

test('a node that is asked to stop says so and serves on, each answer on its last connection, before it refuses any', async () => {
  const startOne = await createInstallation()
  const node = await startOne({ DRAIN_SECONDS: '2' })
  const ask = (path: string) => fetch(`${node.address}${path}`)
  expect([(await ask('/readyz')).status, (await ask('/api/installation')).headers.get('connection')]).toEqual([200, 'keep-alive'])
  const from = performance.now()
  const stopping = node.stop()
  expect((await ask('/readyz')).status).toBe(503)
  const answer = await ask('/api/installation')
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await stopping
  expect(performance.now() - from).toBeGreaterThan(1999)
  await expect(ask('/livez')).rejects.toThrow('fetch failed')
})

test('the same Idempotency-Key on two nodes at once adds one key', async () => {
  const startOne = await createInstallation()
  const [a, b] = await Promise.all([startOne(), startOne()])
  const { body } = await createClient(a.address ?? '').send<{ access_token: string }>('POST', '/api/auth/register', { body: testAccount })
  const people = [a, b].map((node) => createPerson(node.address ?? '', testAccount.email, body.access_token))
  const add = { body: { name: 'Code host' }, headers: { 'idempotency-key': 'one' } }
  const answers = await Promise.all(
    people.flatMap((person) => [person.send('POST', '/api/keys', add), person.send('POST', '/api/keys', add)]),
  )
  for (const { status } of answers) expect([201, 409]).toContain(status)
  expect(await a.db.selectFrom('keys').select('id').execute()).toHaveLength(1)
})

test('a maintenance that is begun on one node keeps people out on both, ends on both at once, and is announced once', async () => {
  const startOne = await createInstallation()
  const [a, b] = await Promise.all([startOne(), startOne()])
  const token = a.setupLink?.address.split('#token=')[1] ?? b.setupLink?.address.split('#token=')[1] ?? ''
  const admin = await createClient(a.address ?? '').call(setUp, { body: { ...testAccount, token } })
  const [adminOnA, adminOnB] = [a, b].map((node) => createPerson(node.address ?? '', testAccount.email, admin.body.access_token ?? ''))
  const { body } = await createClient(a.address ?? '').call(signUp, {
    body: { ...testAccount, name: 'Bo Sample', email: 'bo@example.org' },
  })
  const [boOnA, boOnB] = [a, b].map((node) => createPerson(node.address ?? '', 'bo@example.org', body.access_token ?? ''))
  const statuses = () => Promise.all([boOnA, boOnB, adminOnA, adminOnB].map(async (who) => (await who?.call(getCurrentUser, {}))?.status))
  expect(await statuses()).toEqual([200, 200, 200, 200])

  const ends_at = new Date(Date.now() + 600_000).toISOString()
  const begun = await adminOnA?.call(scheduleMaintenance, { body: { starts_at: null, ends_at, message: '' } })
  expect(await statuses()).toEqual([503, 503, 200, 200])
  expect((await adminOnB?.call(getAdminDashboard, {}))?.body.maintenance).toEqual({ until: ends_at })

  await adminOnB?.call(endMaintenance, { params: { id: begun?.body.window.id ?? '' } })
  expect(await statuses()).toEqual([200, 200, 200, 200])
  await Promise.all([a, b, a, b].map((node) => node.transaction((tx) => tx.enqueue(maintenanceTurnsJob, {}))))
  const titles = async () =>
    (await a.db.selectFrom('notifications').where('title', 'like', 'Maintenance%').select('title').execute()).map(({ title }) => title)
  const idle = async () =>
    (
      await sql<{ name: string }>`
      select name from pgboss.job where name in ('event.notifications', ${maintenanceTurnsJob}) and state in ('created', 'active', 'retry')
        and start_after <= now()`.execute(a.db)
    ).rows
  await eventually(async () => expect([await titles(), await idle()]).toEqual([expect.any(Array), []]))
  expect((await titles()).toSorted()).toEqual(['Maintenance began', 'Maintenance ended', 'Maintenance scheduled'])
})

test('two nodes, started together or one after the other, print one set-up link, and it works on both', async () => {
  const startOne = await createInstallation()
  const [a, b] = await Promise.all([startOne(), startOne()])
  const c = await startOne()
  const links = [a, b, c].map((node) => node.setupLink?.address.split('#token=')[1])
  expect(new Set(links).size).toBe(1)
  const token = links[0] ?? ''
  for (const node of [a, b, c]) {
    expect((await createClient(node.address ?? '').call(checkSetupLink, { body: { token } })).body.valid).toBe(true)
  }
  expect((await createClient(b.address ?? '').call(setUp, { body: { ...testAccount, token } })).status).toBe(201)
  expect((await startOne()).setupLink).toBeUndefined()
})

test('a worker serves nothing, works on the jobs, and does not end the set-up link that the web node has printed', async () => {
  const startOne = await createInstallation()
  const web = await startOne({ ROLES: 'web' })
  const worker = await startOne({ ROLES: 'worker' })
  expect([worker.address, worker.setupLink]).toEqual([undefined, undefined])
  const token = web.setupLink?.address.split('#token=')[1] ?? ''
  const client = createClient(web.address ?? '')
  const admin = await client.call(setUp, { body: { ...testAccount, token } })
  expect(admin.status).toBe(201)

  const person = createPerson(web.address ?? '', testAccount.email, admin.body.access_token ?? '')
  const { key } = await person.addKey('Gone')
  await person.call(deleteKey, { params: { id: key.id } })
  await web.db
    .updateTable('keys')
    .set({ deleted_at: new Date(0) })
    .execute()
  await web.transaction((tx) => tx.enqueue(purgeDeletedKeys, {}))
  await eventually(async () => expect(await web.db.selectFrom('keys').select('id').execute()).toEqual([]))
})

test('a node that only serves works on no job: what it enqueues waits for a worker', async () => {
  const startOne = await createInstallation()
  const web = await startOne({ ROLES: 'web' })
  const { body } = await createClient(web.address ?? '').send<{ access_token: string }>('POST', '/api/auth/register', { body: testAccount })
  const person = createPerson(web.address ?? '', testAccount.email, body.access_token)
  await web.transaction((tx) => tx.enqueue(purgeDeletedKeys, {}))
  // A worker is notified at once and would have begun long before all of these are answered.
  for (let turn = 0; turn < 20; turn++) await person.codes()
  const jobs = () =>
    sql<{ state: string; started_on: Date | null }>`select state, started_on from pgboss.job where name = ${purgeDeletedKeys}`.execute(
      web.db,
    )
  expect((await jobs()).rows).toMatchObject([{ state: 'created', started_on: null }])
  await startOne({ ROLES: 'worker' })
  await eventually(async () => expect((await jobs()).rows).toMatchObject([{ state: 'completed' }]))
})

test('an administrator who is named in the configuration is made at the start, and an ordinary account with that address stops it with a sentence', async () => {
  const startOne = await createInstallation()
  const first = await startOne()
  await createClient(first.address ?? '').send('POST', '/api/auth/register', { body: testAccount })
  await expect(startOne({ ADMIN_EMAIL: 'Ann@example.org', ADMIN_PASSWORD: testPassword })).rejects.toThrow(
    'The administrator Ann@example.org cannot be made: an ordinary account has this address. Set ADMIN_EMAIL to another one.',
  )
  const second = await startOne({ ADMIN_EMAIL: 'root@example.org', ADMIN_PASSWORD: ' with spaces around ' })
  expect(second.setupLink).toBeUndefined()
  const entered = await createClient(second.address ?? '').call(signIn, {
    body: { email: 'root@example.org', password: ' with spaces around ' },
  })
  expect(entered.body.redirect_to).toBe('/admin')
  expect((await startOne({ ADMIN_EMAIL: 'other@example.org', ADMIN_PASSWORD: testPassword })).madeAdmin).toBe(false)
})
