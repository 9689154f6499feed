import { expect, test } from 'vitest'
import { addNotes, compareRows, neverRan } from './compare-rows.ts'
import type { DeclaredRow } from './declared-rows.ts'
import type { Kind } from './notes.ts'

const row = (columns: Record<string, Kind[]>, optional: string[] = []): DeclaredRow => ({
  place: 'a.ts:1',
  columns: Object.fromEntries(
    Object.entries(columns).map(([name, kinds]) => [name, { kinds, isOptional: optional.includes(name) }] as const),
  ),
})
const compare = (declared: DeclaredRow, noted: Record<string, Kind[]>) => compareRows(new Map([['select', declared]]), { select: noted })

test('a row type that has other columns, kinds or no null where PostgreSQL has one is named', () => {
  expect(compare(row({ id: ['string'] }), { id: ['string'] })).toEqual([])
  expect(compare(row({ id: ['string'] }), { id: ['number'] })).toEqual(['a.ts:1 id is number, but string in the row type'])
  expect(compare(row({ at: ['Date'] }), { at: ['Date', 'null'] })).toEqual(['a.ts:1 at is null, but Date in the row type'])
  expect(compare(row({ at: ['Date', 'null'] }), { at: ['Date'] })).toEqual([])
  expect(compare(row({ id: ['string'] }), {})).toEqual(['a.ts:1 id is a field of the row type, but not selected'])
  expect(compare(row({ id: ['string'] }, ['id']), {})).toEqual([])
  expect(compare(row({}), { id: ['string'] })).toEqual(['a.ts:1 id is selected, but no field of the row type'])
})

test('JSON is taken for whatever is inside, but never for what only a column of its own can be', () => {
  expect(compare(row({ tags: ['array'] }), { tags: ['json'] })).toEqual([])
  expect(compare(row({ count: ['number'] }), { count: ['json'] })).toEqual([])
  expect(compare(row({ at: ['Date', 'null'] }), { at: ['json'] })).toEqual(['a.ts:1 at is json, but Date or null in the row type'])
})

test('notes of several files count together, and rows that none of them ran are named', () => {
  const notes = addNotes([{ select: { id: ['string'] } }, { select: { id: ['null'] } }])
  expect(notes).toEqual({ select: { id: ['string', 'null'] } })
  const declared = new Map([
    ['select', row({ id: ['string', 'null'] })],
    ['update', { ...row({}), place: 'b.ts:2' }],
  ])
  expect(compareRows(declared, notes)).toEqual([])
  expect(neverRan(declared, notes)).toEqual(['b.ts:2'])
})
