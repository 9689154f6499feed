import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nextCode, noCode } from '@twofold/contract/codes'
import { editKey } from '@twofold/contract/keys'
import { rotateKeys } from '../platform/crypto/rotate-keys.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { createBindingRepository } from './binding.repository.ts'
import { bindKeyParameters, createBindingService } from './binding.service.ts'
import { type BoundKey, secretPlace } from './secret-place.ts'

const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const shared = shareApp((options) => startTestApp({ now: 59_000, logLevel: 'silent', ...options }))

async function findKey(app: TestApp, id: string) {
  const { rows } = await sql<BoundKey & { secret: Buffer; data_key: Buffer }>`
    select keys.*, data_keys.sealed as data_key from keys join data_keys on user_id = owner_id where id = ${id}`.execute(app.db)
  const [key] = rows
  if (key === undefined) throw new Error('There is no such key.')
  return key
}

/** As a version of the application sealed it that did not bind the parameters. */
async function sealAsBefore(app: TestApp, id: string) {
  const key = await findKey(app, id)
  const dataKey = app.crypto.openDataKey(key.data_key, key.owner_id)
  const { context: _none, ...place } = secretPlace(key)
  const secret = dataKey.seal(place, dataKey.open(secretPlace(key), key.secret))
  await app.db.updateTable('keys').set({ secret }).where('id', '=', id).execute()
}

const bindAll = (app: TestApp) => createBindingService({ ...app, binding: createBindingRepository, log: app.server.log as never }).bindAll()

test.each([
  ['digits', sql`digits = 8`],
  ['period', sql`period = 60`],
  ['algorithm', sql`algorithm = 'SHA256'`],
  ['kind', sql`kind = 'steam'`],
])('a key whose %s was changed in the database shows no code', async (_, change) => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host', { secret: rfcSecret })
  await sql`update keys set ${change} where id = ${key.id}`.execute(app.db)
  expect(await ann.codes()).toMatchObject([{ id: key.id, code: noCode }])
})

test('the owner changes the parameters, and the codes follow', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host', { secret: rfcSecret })
  await ann.call(editKey, { params: { id: key.id }, body: { digits: 8 } })
  // RFC 6238, appendix B.
  expect(await ann.codes()).toMatchObject([{ code: '94287082' }])
})

test('a secret sealed before parameters were bound shows its codes, and is bound while the application runs', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host', { secret: rfcSecret, digits: 8 })
  const door = await ann.addKey('Door', { secret: rfcSecret, type: 'hotp' })
  await sealAsBefore(app, key.id)
  await sealAsBefore(app, door.key.id)
  expect((await findKey(app, key.id)).secret[0]).toBe(1)
  expect((await ann.codes()).find(({ id }) => id === key.id)?.code).toBe('94287082')

  await bindAll(app)

  expect([(await findKey(app, key.id)).secret[0], (await findKey(app, door.key.id)).secret[0]]).toEqual([2, 2])
  expect((await ann.codes()).find(({ id }) => id === key.id)?.code).toBe('94287082')
  await app.db.updateTable('keys').set({ digits: 6 }).where('id', '=', key.id).execute()
  expect((await ann.codes()).find(({ id }) => id === key.id)?.code).toBe(noCode)
})

test('an upgrade changes stored values by itself: both jobs have an hour, and a worker does them', async () => {
  const app = await startTestApp({ logLevel: 'silent', work: true, byClock: true })
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Code host')
  await sealAsBefore(app, key.id)
  const { rows } = await sql<{ name: string; cron: string }>`
    select name, cron from pgboss.schedule where name in (${bindKeyParameters}, 'keyrings.rewrap') order by name`.execute(app.db)
  expect(rows).toEqual([
    { name: 'keyrings.rewrap', cron: '27 * * * *' },
    { name: bindKeyParameters, cron: '27 * * * *' },
  ])
  await app.jobs.enqueue(app.db, bindKeyParameters, {})
  await expect.poll(async () => (await findKey(app, key.id)).secret[0]).toBe(2)
})

test('keys of every kind show the same codes after a rotation of all keys', async () => {
  const app = await startTestApp({ now: 59_000 })
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Plain', { secret: rfcSecret, note: 'a note' })
  await ann.addKey('Long', { secret: rfcSecret, algorithm: 'SHA512', digits: 8, period: 60 })
  await ann.addKey('Steam', { secret: rfcSecret, type: 'steam' })
  const { key: door } = await ann.addKey('Door', { secret: rfcSecret, type: 'hotp' })
  await sealAsBefore(app, door.id)
  const byId = (codes: Awaited<ReturnType<typeof ann.codes>>) => codes.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const before = byId(await ann.codes())

  const { unreadable } = await rotateKeys({ ...app, timing: { lease: 0, settle: 0 } })

  await app.crypto.refresh()
  expect(unreadable).toEqual([])
  expect((await findKey(app, door.id)).secret.subarray(0, 3)).toEqual(Buffer.of(2, 0, 2))
  expect(byId(await ann.codes())).toEqual(before)
  // RFC 4226, appendix D.
  expect((await ann.call(nextCode, { params: { id: door.id } })).body.code).toBe('755224')
})

test('one that cannot be opened does not keep the others from being bound', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const [first, second] = [await ann.addKey('Damaged'), await ann.addKey('Whole')]
  await sealAsBefore(app, first.key.id)
  await sealAsBefore(app, second.key.id)
  await sql`update keys set secret = set_byte(secret, 20, get_byte(secret, 20) # 1) where id = ${first.key.id}`.execute(app.db)
  await bindAll(app)
  expect([(await findKey(app, first.key.id)).secret[0], (await findKey(app, second.key.id)).secret[0]]).toEqual([1, 2])
})
