import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { Principal } from '../../platform/principal.ts'
import type { KnownKey } from './known-keys.ts'
import type { SessionWithKeys } from './visible-keys.repository.ts'
import { presentVisibleKeys } from './present-visible-keys.ts'
import { createVisibleKeysService } from './visible-keys.service.ts'

const key = (id: string, createdAt: string, isOwn = true): KnownKey => ({
  isOwn,
  key: {
    id,
    name: 'GitHub',
    type: 'totp',
    issuer: null,
    account: null,
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    counter: null,
    created_at: createdAt,
    tags: [],
  },
})

const found = { ways: null, favourites: [], copies: [], holders: null, grouped: null } as unknown as SessionWithKeys

test.each([
  ['2026-11-26T16:29:10.638214+00:00', '2026-11-26T16:29:10.638Z'],
  ['2026-11-26T16:29:10.6+00:00', '2026-11-26T16:29:10.600Z'],
  ['2026-11-26T16:29:10+00:00', '2026-11-26T16:29:10.000Z'],
  ['2026-11-26T16:29:10.638+02:00', '2026-11-26T14:29:10.638Z'],
])('a time that the database writes as %s is shown as %s', (written, shown) => {
  expect(presentVisibleKeys({ ...found, copies: [['a', written]] }, [key('a', createdAt)]).own_keys[0]?.copied_at).toBe(shown)
})

test('keys stand in the order in which they were added, and of one time by their ids', () => {
  const list = [
    key('d', '2026-11-26T16:29:10.638Z'),
    key('c', '2026-11-26T16:29:10.638Z'),
    key('b', '2026-11-26T16:29:10.600Z'),
    key('a', '2026-11-26T16:29:11.000Z'),
    key('e', '2026-11-26T16:29:10.000Z'),
  ]
  expect(presentVisibleKeys(found, list).own_keys.map(({ id }) => id)).toEqual(['e', 'b', 'c', 'd', 'a'])
})

type Way = NonNullable<SessionWithKeys['ways']>[number]
const createdAt = '2026-11-26T16:29:10.000Z'
const way = (rest: { permission?: string; end?: string | null; group?: string | null; since?: string } = {}): Way => {
  const { permission = 'view', end = null, group = null, since = createdAt } = rest
  return ['a', permission, 'Bo', end, group, group && `Group ${group}`, since] as Way
}
const sharedBy = (...ways: Way[]) => presentVisibleKeys({ ...found, ways }, [key('a', createdAt, false)]).shared_keys[0]

test('a shared key is what the best of its ways allows, for as long as the longest of them', () => {
  const [soon, late] = ['2026-12-01T00:00:00+00:00', '2026-12-02T00:00:00+00:00']
  expect(sharedBy(way())).toMatchObject({ permission: 'view-only', shared_by: { name: 'Bo' }, expires_at: null })
  expect(sharedBy(way(), way({ permission: 'admin' }))).toMatchObject({ permission: 'admin' })
  expect(sharedBy(way({ end: late }), way({ end: soon }))).toMatchObject({ expires_at: '2026-12-02T00:00:00.000Z' })
  expect(sharedBy(way({ end: late }), way())).toMatchObject({ expires_at: null })
})

test('a shared key comes through the group that gave it first, and through none where it was also given to the person alone', () => {
  const [ops, team] = [
    way({ group: 'ops', since: '2026-11-02T00:00:00+00:00' }),
    way({ group: 'team', since: '2026-11-01T00:00:00+00:00' }),
  ]
  const groups = [
    { id: 'ops', name: 'Group ops' },
    { id: 'team', name: 'Group team' },
  ]
  expect(sharedBy(ops, team)).toMatchObject({ group: groups[1], groups })
  expect(sharedBy(team, ops)).toMatchObject({ group: groups[1] })
  expect(sharedBy(ops, way())).toMatchObject({ group: null, groups: [groups[0]] })
  expect(sharedBy(way())).not.toHaveProperty('groups')
})

test('the time a code was copied, and the groups, are shown if there are any', () => {
  const rest = { favourites: ['a'], copies: [['a', createdAt]], holders: [['a', 3]], grouped: [['a', 'ops', 'Operations']] } as const
  const own = presentVisibleKeys({ ...found, ...rest } as never, [key('a', createdAt), key('b', createdAt)]).own_keys
  expect(own[0]).toMatchObject({ groups: [{ id: 'ops', name: 'Operations' }], favourite: true, copied_at: createdAt, shared_with: 3 })
  expect(own[1]).toMatchObject({ favourite: false, copied_at: null, shared_with: 0 })
  expect(own[1]).not.toHaveProperty('groups')
})

test('a service account lists what is shared with it and its token may use, as nothing of its own', async () => {
  const of = { kind: 'totp', tags: [], sites: [], icon: null, is_exclusive: false, created_at: new Date(0), owner_name: 'Ann' }
  const listed = [
    { ...of, id: 'a', expires_at: null },
    { ...of, id: 'b', expires_at: new Date(1) },
    { ...of, id: 'c', expires_at: null },
  ]
  const service = createVisibleKeysService({
    db: {} as Db,
    clock: createManualClock(0),
    visibleKeys: () => ({ listOfServiceAccount: async (id: string) => (id === 'bot' ? listed : [{ ...of, id: 'a' }]) }) as never,
  })
  const token = { keyIds: ['a', 'b'] }
  const { own_keys: own, shared_keys: keys } = await service.listForProgram({
    serviceAccount: { id: 'bot' },
    token,
  } as unknown as Principal)
  expect([own, keys.map(({ id, expires_at: end }) => [id, end])]).toEqual([
    [],
    [
      ['a', null],
      ['b', new Date(1).toISOString()],
    ],
  ])
  expect(keys[0]).toMatchObject({ favourite: false, permission: 'view-only', shared_by: { name: 'Ann' }, copied_at: null, group: null })
  expect((await service.listForProgram({ token } as unknown as Principal)).shared_keys).toEqual([])
})
