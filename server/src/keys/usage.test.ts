import { generateCodes, nextCode } from '@twofold/contract/codes'
import { listKeys, showSecret } from '@twofold/contract/keys'
import { revokeShare } from '@twofold/contract/sharing/grants'
import { keyUsage } from '@twofold/contract/usage'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shareApp } from '../testing/share-app.ts'
import { startTestApp, type TestAppOptions } from '../testing/start-test-app.ts'

const hour = 60 * 60 * 1000

const startThen = (options: TestAppOptions = {}) => startTestApp({ now: Date.parse('2026-11-20T09:10:00Z'), ...options })
const shared = shareApp(startThen)

async function start(app = shared()) {
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Code host')
  const share_id = await ann.share(key.id, bo.email)
  const params = { id: key.id }
  const usage = async () =>
    (await ann.call(keyUsage, { params, query: {} })).body.data.map(({ kind, person, at }) => [kind, person.name, at.slice(11, 16)])
  const copy = (person: typeof ann, which: object = {}) => person.send('POST', `/api/keys/${key.id}/copied`, { body: which })
  return { app, ann, bo, params, share_id, usage, copy }
}

test('a showing of codes is recorded once for each person, key and hour, however often they ask', async () => {
  const { app, ann, bo, params, usage } = await start()
  for (let count = 0; count < 3; count++) await Promise.all([ann.codes(), bo.codes()])
  app.clock.advance(40 * 60_000)
  await bo.codes()
  expect(await usage()).toEqual([
    ['shown', 'ann', '09:10'],
    ['shown', 'bo', '09:10'],
  ])
  app.clock.advance(hour / 2)
  await bo.codes()
  expect(await usage()).toHaveLength(3)
  expect(await app.db.selectFrom('key_usage').where('key_id', '=', params.id).selectAll().execute()).toHaveLength(3)
  expect((await bo.call(keyUsage, { params, query: {} })).body.code).toBe('keys.owner_only')
})

test('a showing that could not be written is noted again by the next request of the same hour', async () => {
  const { app, ann, usage } = await start(await startThen())
  await sql`alter table key_usage rename to key_usage_away`.execute(app.asOwner())
  await ann.codes()
  await app.usage.flush()
  await sql`alter table key_usage_away rename to key_usage`.execute(app.asOwner())
  expect(app.logged()).toContain('could not be written down yet')
  await ann.codes()
  expect(await usage()).toEqual([['shown', 'ann', '09:10']])
})

test('a key that shows no code leaves no trace, a counter-based one when its code is asked for', async () => {
  const { app, ann } = await start()
  const { key } = await ann.addKey('Door', { type: 'hotp' })
  const shown = async () =>
    (await ann.call(keyUsage, { params: { id: key.id }, query: {} })).body.data.filter(({ kind }) => kind === 'shown')
  await ann.codes()
  expect(await shown()).toEqual([])
  await ann.call(nextCode, { params: { id: key.id } })
  await ann.call(nextCode, { params: { id: key.id } })
  expect(await shown()).toHaveLength(1)
  expect(app.logged()).toBe('')
})

test('copied codes and shown secrets are listed with shown codes, newest first', async () => {
  const { app, ann, bo, params, usage, copy } = await start()
  await bo.codes()
  app.clock.advance(60_000)
  expect((await copy(bo)).status).toBe(200)
  app.clock.advance(60_000)
  await ann.enterPin()
  await ann.call(showSecret, { params })
  expect(await usage()).toEqual([
    ['secret', 'ann', '09:12'],
    ['copied', 'bo', '09:11'],
    ['shown', 'bo', '09:10'],
  ])
})

test('a code that somebody else copied is marked as taken, with when, until its window is over, and only for others', async () => {
  const { app, ann, bo, share_id, params, copy } = await start()
  const taken = async (person: typeof ann) => (await person.codes())[0]?.taken_by
  await copy(bo)
  const [code] = await ann.codes()
  expect(code).toMatchObject({ taken_by: 'bo', taken_at: app.clock.date().toISOString() })
  expect(await taken(bo)).toBeUndefined()
  await copy(ann)
  expect([await taken(ann), await taken(bo)]).toEqual(['bo', 'ann'])
  app.clock.advance(30_000)
  expect([await taken(ann), await taken(bo)]).toEqual([undefined, undefined])

  await copy(bo, { code: 'next' })
  expect(await taken(ann)).toBeUndefined()
  app.clock.advance(30_000)
  expect(await taken(ann)).toBe('bo')

  await ann.call(revokeShare, { params: { ...params, share_id } })
  expect((await copy(bo)).status).toBe(404)
  expect((await copy(ann, { code: 'last' })).status).toBe(422)
  expect((await bo.call(generateCodes, {})).body.codes).toEqual([])
})

test('a person who copies a code that somebody else has copied learns so at once, and of several at once all but the first', async () => {
  const { app, ann, bo, copy } = await start()
  const takerOf = async (person: typeof ann, which: object = {}) => (await copy(person, which)).body
  const first = app.clock.date().toISOString()
  expect(await takerOf(bo)).not.toHaveProperty('taken_by')
  app.clock.advance(2000)
  expect(await takerOf(ann)).toMatchObject({ taken_by: 'bo', taken_at: first })
  expect(await takerOf(bo)).toMatchObject({ taken_by: 'ann' })
  expect(await takerOf(ann, { code: 'next' })).not.toHaveProperty('taken_by')
  app.clock.advance(30_000)
  expect(await takerOf(bo)).toMatchObject({ taken_by: 'ann' })
  app.clock.advance(30_000)
  const answers = await Promise.all([copy(ann), copy(bo)])
  expect(answers.filter(({ body }) => 'taken_by' in body)).toHaveLength(1)
})

test('a list says when its reader last copied a code, no matter who else did', async () => {
  const { app, ann, bo, params, copy } = await start()
  const copiedAt = async (person: typeof ann) => {
    const { own_keys, shared_keys } = (await person.call(listKeys, {})).body
    return [...own_keys, ...shared_keys].map(({ copied_at }) => copied_at)
  }
  expect(await copiedAt(bo)).toEqual([null])
  await copy(bo)
  const first = app.clock.date().toISOString()
  expect(await copiedAt(bo)).toEqual([first])
  expect(await copiedAt(ann)).toEqual([null])
  await sql`update key_copies set copied_at = copied_at - interval '31 days' where key_id = ${params.id}`.execute(app.db)
  expect(await copiedAt(bo)).toEqual([null])
})
