import type { OwnKey, SharedKey } from '@twofold/contract/keys'
import { expect, test } from 'vitest'
import { sectionsOf } from './vault-sections.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const own = (name: string, more: Partial<OwnKey> = {}) =>
  ({ id: name, name, favourite: false, copied_at: null, ...more }) as unknown as OwnKey
const shared = (name: string, more: Partial<SharedKey> = {}) =>
  ({ ...own(name), shared_by: { name: 'Bo' }, ...more }) as unknown as SharedKey
const show = (own_keys: OwnKey[], shared_keys: SharedKey[] = []) =>
  sectionsOf({ own_keys, shared_keys }, now).map(({ name, keys }) => [name, keys.map((key) => key.name)])

test('pinned keys come first, then recent, own and shared ones, and each stands once', () => {
  const recent = '2026-11-19T12:00:00Z'
  expect(
    show(
      [own('A'), own('B', { favourite: true, copied_at: recent }), own('C', { copied_at: recent })],
      [shared('D'), shared('E', { favourite: true })],
    ),
  ).toEqual([
    ['pinned', ['B', 'E']],
    ['recent', ['C']],
    ['own', ['A']],
    ['shared', ['D']],
  ])
})

test('five keys at most are recent: the last ones copied within seven days, the latest first', () => {
  const keys = Array.from({ length: 7 }, (_, day) =>
    own(`day ${day}`, { copied_at: new Date(now - day * 86_400_000 - 1000).toISOString() }),
  )
  expect(show([...keys, own('old', { copied_at: '2026-11-13T11:59:59Z' })])).toEqual([
    ['recent', ['day 0', 'day 1', 'day 2', 'day 3', 'day 4']],
    ['own', ['day 5', 'day 6', 'old']],
  ])
})

test('sections without keys are left out', () => {
  expect(show([])).toEqual([])
  expect(show([], [shared('D')])).toEqual([['shared', ['D']]])
})
