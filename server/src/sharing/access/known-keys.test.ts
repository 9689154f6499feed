import { listKeys } from '@twofold/contract/keys'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { createKnownKeys } from './known-keys.ts'
import type { SeenKey, VersionedKey } from './visible-keys.repository.ts'

const seenAs = (id: string, version: string, isOwn = true): SeenKey => ({ id, version, is_own: isOwn })

const rowOf = (id: string, version: string): VersionedKey => ({
  id,
  version,
  name: `${id} at ${version}`,
  kind: 'totp',
  issuer: null,
  account: null,
  algorithm: 'SHA1',
  digits: 6,
  period: 30,
  counter: null,
  is_exclusive: false,
  icon: null,
  created_at: new Date(0),
  tags: [],
  sites: [],
})

/** A table whose rows a test changes, and how many of them were read each time. */
function setUp(rows: Record<string, string>) {
  const clock = createManualClock(0)
  const reads: number[] = []
  const known = createKnownKeys({
    clock,
    read: async (ids) => {
      reads.push(ids.length)
      return ids.filter((id) => rows[id] !== undefined).map((id) => rowOf(id, rows[id] ?? ''))
    },
  })
  const namesOf = async (...seen: SeenKey[]) => (await known(seen)).map(({ key }) => key.name)
  return { clock, reads, known, namesOf }
}

test('a key is read once for all who see it, until its version is another one', async () => {
  const rows = { a: '1', b: '1' }
  const { reads, namesOf } = setUp(rows)
  expect(await namesOf(seenAs('a', '1'))).toEqual(['a at 1'])
  expect(await namesOf(seenAs('b', '1'), seenAs('a', '1', false))).toEqual(['b at 1', 'a at 1'])
  rows.a = '2'
  expect(await namesOf(seenAs('a', '2'), seenAs('b', '1'))).toEqual(['a at 2', 'b at 1'])
  expect(await namesOf(seenAs('a', '2'), seenAs('b', '1'))).toEqual(['a at 2', 'b at 1'])
  expect(reads).toEqual([1, 1, 1])
})

test('a key is somebody’s own by who asks', async () => {
  const { known } = setUp({ a: '1' })
  const askedBy = async (isOwn: boolean) => (await known([seenAs('a', '1', isOwn)])).map((one) => one.isOwn)
  expect([await askedBy(true), await askedBy(false)]).toEqual([[true], [false]])
})

test('a key that changes between the two looks is shown as it is now, and one that went meanwhile not at all', async () => {
  const { namesOf } = setUp({ a: '2' })
  expect(await namesOf(seenAs('a', '1'), seenAs('b', '1'))).toEqual(['a at 2'])
})

test('after ten minutes a key is read again, since a version may come back', async () => {
  const { clock, reads, namesOf } = setUp({ a: '1' })
  await namesOf(seenAs('a', '1'))
  clock.advance(10 * 60_000 - 1)
  await namesOf(seenAs('a', '1'))
  expect(reads).toEqual([1])
  clock.advance(1)
  await namesOf(seenAs('a', '1'))
  expect(reads).toEqual([1, 1])
})

test('20,000 keys are remembered, and those of more read each time', async () => {
  const rows = Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`key ${index}`, '1']))
  const { reads, namesOf } = setUp(rows)
  const all = Object.keys(rows).map((id) => seenAs(id, '1'))
  await namesOf(...all)
  expect(await namesOf(...all)).toHaveLength(20_001)
  expect(reads).toEqual([20_001, 1])
})

test('a list says what a key is called now, whatever changed it, and no longer whose access ended', async () => {
  const app = await startTestApp()
  const [ann, bo] = [await app.signUp('ann@example.org'), await app.signUp('bo@example.org')]
  const { key } = await ann.addKey('Host')
  await ann.share(key.id, bo.email)
  const namesFor = async (person: typeof ann) => {
    const { own_keys: own, shared_keys: shared } = (await person.call(listKeys, {})).body
    return [...own, ...shared].map(({ name }) => name)
  }
  expect([await namesFor(ann), await namesFor(bo)]).toEqual([['Host'], ['Host']])
  for (const name of ['By hand', 'By hand again']) {
    await sql`update keys set name = ${name} where id = ${key.id}`.execute(app.db)
    expect([await namesFor(ann), await namesFor(bo)]).toEqual([[name], [name]])
  }
  await sql`update shares set revoked_at = now()`.execute(app.db)
  expect([await namesFor(ann), await namesFor(bo)]).toEqual([['By hand again'], []])
})
