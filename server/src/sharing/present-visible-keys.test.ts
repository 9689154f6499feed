import { expect, test } from 'vitest'
import type { SessionWithKeys } from './visible-keys.repository.ts'
import { presentVisibleKeys } from './present-visible-keys.ts'

const key = (id: string, createdAt: string) => ({
  id,
  is_own: true,
  name: 'GitHub',
  kind: 'totp',
  issuer: null,
  account: null,
  algorithm: 'SHA1',
  digits: 6,
  period: 30,
  counter: null,
  is_exclusive: false,
  icon: null,
  created_at: createdAt,
  tags: [],
  sites: [],
})

type Key = ReturnType<typeof key>

/** By columns, as the database answers them. */
const columnsOf = (keys: Key[]) =>
  Object.fromEntries((Object.keys(key('', '')) as (keyof Key)[]).map((name) => [name, keys.map((row) => row[name])]))

const found = (...keys: Key[]) =>
  ({ keys: columnsOf(keys), ways: null, favourites: [], copies: [], holders: null, grouped: null }) as unknown as SessionWithKeys

test.each([
  ['2026-11-26T16:29:10.638214+00:00', '2026-11-26T16:29:10.638Z'],
  ['2026-11-26T16:29:10.6+00:00', '2026-11-26T16:29:10.600Z'],
  ['2026-11-26T16:29:10+00:00', '2026-11-26T16:29:10.000Z'],
  ['2026-11-26T16:29:10.638+02:00', '2026-11-26T14:29:10.638Z'],
])('a time that the database writes as %s is shown as %s', (written, shown) => {
  expect(presentVisibleKeys(found(key('a', written)), () => true).own_keys[0]?.created_at).toBe(shown)
})

test('keys stand in the order in which they were added, however the database writes the times, and of one time by their ids', () => {
  const list = found(
    key('d', '2026-11-26T16:29:10.638+00:00'),
    key('c', '2026-11-26T16:29:10.638+00:00'),
    key('b', '2026-11-26T16:29:10.6+00:00'),
    key('a', '2026-11-26T18:29:11+02:00'),
    key('e', '2026-11-26T16:29:10+00:00'),
  )
  expect(presentVisibleKeys(list, () => true).own_keys.map(({ id }) => id)).toEqual(['e', 'b', 'c', 'd', 'a'])
})
