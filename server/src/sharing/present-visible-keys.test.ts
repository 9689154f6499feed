import { expect, test } from 'vitest'
import type { SessionWithKeys } from './visible-keys.repository.ts'
import { presentVisibleKeys } from './present-visible-keys.ts'

const found = (createdAt: string) =>
  ({
    own_keys: [['a', 'GitHub', 'totp', null, null, 'SHA1', 6, 30, null, false, null, createdAt, [], []]],
    shared_keys: null,
    ways: null,
    favourites: [],
    copies: [],
    holders: null,
    grouped: null,
  }) as unknown as SessionWithKeys

test.each([
  ['2026-11-26T16:29:10.638214+00:00', '2026-11-26T16:29:10.638Z'],
  ['2026-11-26T16:29:10.6+00:00', '2026-11-26T16:29:10.600Z'],
  ['2026-11-26T16:29:10+00:00', '2026-11-26T16:29:10.000Z'],
  ['2026-11-26T16:29:10.638+02:00', '2026-11-26T14:29:10.638Z'],
])('a time that the database writes as %s is shown as %s', (written, shown) => {
  expect(presentVisibleKeys(found(written), () => true).own_keys[0]?.created_at).toBe(shown)
})
