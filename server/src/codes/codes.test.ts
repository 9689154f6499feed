import { createHmac } from 'node:crypto'
import { copiedCode, generateCodes, nextCode } from '@twofold/contract/codes'
import { addGroup, addGroupMember } from '@twofold/contract/sharing/memberships'
import { shareKey } from '@twofold/contract/sharing/grants'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countStatements } from '../testing/count-statements.ts'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const shared = shareApp(startTestApp)
const rfcBytes = Buffer.from('12345678901234567890')

/** RFC 4226, written once more in another way, so that the product is not compared with itself. */
function expectedCode(counter: number, digits = 6): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', rfcBytes).update(message).digest()
  return String((mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

async function share(app: TestApp, keyId: string, from: string, to: string, fields: { revoked_at?: Date; expires_at?: Date } = {}) {
  const find = (email: string) => app.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const id = crypto.randomUUID()
  await app.db
    .insertInto('shares')
    .values({
      id,
      key_id: keyId,
      recipient_id: (await find(to)).id,
      granted_by: (await find(from)).id,
      permission: 'view',
      created_at: new Date(),
      ...fields,
    })
    .execute()
  return id
}

test('codes are those of the RFC at the server’s time, with the next one and the seconds left', async () => {
  const app = await startTestApp({ now: 1111111109_000 })
  const ann = await app.signUp('ann@example.org')
  const six = await ann.addKey('Six', { secret: rfcSecret })
  const eight = await ann.addKey('Eight', { secret: rfcSecret, digits: 8 })
  const minute = await ann.addKey('Minute', { secret: rfcSecret, period: 60 })
  const { body } = await ann.call(generateCodes, {})
  expect(body).toMatchObject({ time_remaining: 1, server_time: '2005-03-18T01:58:29.000Z' })
  const of = (id: string) => body.codes.find((code) => code.id === id)
  expect(of(eight.key.id)).toEqual({ id: eight.key.id, code: '07081804', next_code: '14050471', period: 30, time_remaining: 1 })
  expect(of(six.key.id)?.code).toBe(expectedCode(37037036))
  expect(of(minute.key.id)).toMatchObject({ code: expectedCode(18518518), period: 60, time_remaining: 31 })
})

test('requests that come together are read together, and each gets the codes of its own person or is refused', async () => {
  const counting = countStatements()
  const app = await startTestApp()
  const people = await Promise.all(Array.from({ length: 5 }, (_, number) => app.signUp(`p${number}@example.org`)))
  const own = await Promise.all(people.map(async (person, number) => (await person.addKey(`Key ${number}`)).key.id))
  // Only callers who are known to have few keys are read together.
  for (const person of people) await person.codes()
  const [gone] = people
  await gone?.send('POST', '/api/auth/logout')
  counting.reset()
  const answers = await Promise.all([...people, ...people].map((person) => person.call(generateCodes, {})))
  const reads = counting.roundTrips.flat().filter((text) => text.includes('sessions.id as session_id'))
  const expected = [401, ...own.slice(1).map((id) => [id])]
  const found = answers.map(({ status, body }) => (status === 200 ? body.codes.map(({ id }) => id) : status))
  expect(found).toEqual([...expected, ...expected])
  expect(reads.length).toBeGreaterThan(0)
  expect(reads.length).toBeLessThan(answers.length)
})

test('an unreadable secret of one person does not keep codes from others who ask at the same time', async () => {
  const counting = countStatements()
  const app = await startTestApp()
  const people = await Promise.all(Array.from({ length: 5 }, (_, number) => app.signUp(`p${number}@example.org`)))
  const keys = await Promise.all(people.map(async (person, number) => (await person.addKey(`Key ${number}`)).key.id))
  for (const person of people) await person.codes()
  await sql`
    create function breaks_down(key uuid) returns boolean language plpgsql as $$
      begin if key = ${sql.lit(keys[0])} then raise exception 'broken'; end if; return true; end $$;
    do $$ begin execute format(
      'create or replace view sealed_keys as select * from (%s) found where breaks_down(id)', rtrim(pg_get_viewdef('sealed_keys'), ';')
    ); end $$`.execute(app.asOwner())
  counting.reset()
  const answers = await Promise.all(people.map((person) => person.call(generateCodes, {})))
  expect(answers.map(({ status, body }) => (status === 200 ? body.codes.map(({ id }) => id) : status))).toEqual([
    500,
    ...keys.slice(1).map((id) => [id]),
  ])
  const together = counting.roundTrips.flat().filter((text) => text.includes('sessions.id as session_id'))
  expect(together.length).toBeGreaterThan(answers.length)
})

test('the window changes exactly at its end, to the code that was announced', async () => {
  const app = await startTestApp({ now: 59_999 })
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Key', { secret: rfcSecret })
  const [before] = await ann.codes()
  expect(before).toMatchObject({ code: expectedCode(1), next_code: expectedCode(2), time_remaining: 1 })
  app.clock.advance(1)
  const [after] = await ann.codes()
  expect(after).toMatchObject({ code: before?.next_code, time_remaining: 30 })
})

test('nobody can ask for the codes of another time', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Key', { secret: rfcSecret })
  expect((await ann.send('GET', '/api/keys/generate-codes?time=0')).status).toBe(422)
})

test('Steam keys show five characters of Steam’s own alphabet', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  await ann.addKey('Game shop', { secret: rfcSecret, type: 'steam' })
  const [code] = await ann.codes()
  expect(code?.code).toMatch(/^[2-9BCDFGHJKMNPQRTVWXY]{5}$/)
  expect(code?.period).toBe(30)
})

test('a counter-based key shows nothing until asked, then the next code, each only once, also when many ask at once', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const { key } = await ann.addKey('Door', { secret: rfcSecret, type: 'hotp', counter: 5 })
  expect(await ann.codes()).toEqual([{ id: key.id, code: '------', next_code: null, period: null, time_remaining: null }])
  const answers = await Promise.all(Array.from({ length: 10 }, () => ann.call(nextCode, { params: { id: key.id } })))
  const codes = answers.map(({ body }) => body.code).sort()
  expect(codes).toEqual(Array.from({ length: 10 }, (_, index) => expectedCode(5 + index)).sort())
  expect(Math.max(...answers.map(({ body }) => body.counter))).toBe(15)
})

test('only counter-based keys count, and only for those who can see them', async () => {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const timed = await ann.addKey('Timed')
  const door = await ann.addKey('Door', { type: 'hotp' })
  expect((await ann.call(nextCode, { params: { id: timed.key.id } })).body.code).toBe('keys.not_counter_based')
  expect((await bo.call(nextCode, { params: { id: door.key.id } })).status).toBe(404)
  expect((await ann.send('POST', '/api/keys/not-an-id/next-code')).status).toBe(422)
})

test('a person sees codes of own keys and of live shares, and of nothing else', async () => {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const hour = 60 * 60 * 1000
  const own = await bo.addKey('Own')
  await ann.addKey('Private')
  const live = await ann.addKey('Live')
  const revoked = await ann.addKey('Revoked')
  const expired = await ann.addKey('Expired')
  const deleted = await ann.addKey('Deleted')
  const liveShare = await share(app, live.key.id, ann.email, bo.email, { expires_at: new Date(app.clock.now() + hour) })
  await share(app, revoked.key.id, ann.email, bo.email, { revoked_at: new Date() })
  await share(app, expired.key.id, ann.email, bo.email, { expires_at: new Date(app.clock.now() - 1) })
  await share(app, deleted.key.id, ann.email, bo.email)
  await ann.send('DELETE', `/api/keys/details/${deleted.key.id}`)
  const seen = async () => (await bo.codes()).map(({ id }) => id).sort()
  expect(await seen()).toEqual([own.key.id, live.key.id].sort())

  app.clock.advance(hour)
  expect(await seen()).toEqual([own.key.id])
  app.clock.advance(-hour)
  expect(await seen()).toHaveLength(2)
  await app.db.updateTable('shares').set({ revoked_at: new Date() }).where('id', '=', liveShare).execute()
  expect(await seen()).toEqual([own.key.id])
})

test('a shared key shows who shares it and what one may do, and the same code as its owner sees', async () => {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org', 'Ann Example'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host', { secret: rfcSecret })
  await share(app, key.id, ann.email, bo.email)
  const list = await bo.send<{ shared_keys: object[] }>('GET', '/api/keys')
  expect(list.body.shared_keys).toMatchObject([{ id: key.id, permission: 'view-only', shared_by: { name: 'Ann Example' } }])
  expect(await bo.codes()).toEqual(await ann.codes())
  const owners = await ann.send<{ own_keys: { shared_with: number }[] }>('GET', '/api/keys')
  expect(owners.body.own_keys[0]?.shared_with).toBe(1)
})

test('the codes of own keys, of shared ones and of those of groups take one statement together', async () => {
  // Connections keep what they find here when they are made.
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  await bo.addKey('Own')
  const [shared, grouped] = [await ann.addKey('Shared'), await ann.addKey('Grouped')]
  await ann.share(shared.key.id, bo.email)
  const { group } = (await ann.call(addGroup, { body: { name: 'Operations' } })).body
  await ann.call(addGroupMember, { params: { id: group.id }, body: { email: bo.email } })
  await ann.call(shareKey, { params: { id: grouped.key.id }, body: { group_id: group.id } })
  await ann.call(copiedCode, { params: { id: shared.key.id }, body: { code: 'current' } })
  expect(await bo.codes()).toHaveLength(3)
  // Showings are written once an hour, outside of requests.
  await app.usage.flush()
  query.mockClear()
  expect(await bo.codes()).toHaveLength(3)
  const statements = query.mock.calls.map(([statement]) => JSON.stringify(statement)).filter((text) => !text.includes('pgboss'))
  expect(statements).toEqual([expect.stringContaining('visible.keys')])
})

test('one key whose secret cannot be read shows dashes; the others keep their codes', async () => {
  const app = shared()
  const ann = await app.signUp('ann@example.org')
  const broken = await ann.addKey('Broken', { secret: rfcSecret })
  const fine = await ann.addKey('Fine', { secret: rfcSecret })
  const row = await app.db.selectFrom('keys').select('secret').where('id', '=', broken.key.id).executeTakeFirstOrThrow()
  const damaged = Buffer.from(row.secret)
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1
  await app.db.updateTable('keys').set({ secret: damaged }).where('id', '=', broken.key.id).execute()
  const codes = await ann.codes()
  expect(codes.find(({ id }) => id === broken.key.id)).toMatchObject({ code: '------', next_code: null })
  expect(codes.find(({ id }) => id === fine.key.id)?.code).toMatch(/^\d{6}$/)
  expect(app.logged()).toContain('cannot be read')
})

test('a secret moved to another key by hand in the database opens nothing there', async () => {
  const app = shared()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const source = await ann.addKey('Source', { secret: rfcSecret })
  const target = await bo.addKey('Target')
  const row = await app.db.selectFrom('keys').select('secret').where('id', '=', source.key.id).executeTakeFirstOrThrow()
  await app.db.updateTable('keys').set({ secret: row.secret }).where('id', '=', target.key.id).execute()
  expect((await bo.codes())[0]?.code).toBe('------')
})
