import { expect, test } from 'vitest'
import { dayIn, flagIn, minuteIn, oneIn, pageIn, parseSearch, present, searchIn, stringifySearch, textIn } from './list-search.ts'

test('a search comes through an address as the text that it is, whatever it looks like', () => {
  const asked = ['ann', '123', '007', '12e45678', '98765432109876543210', 'true', 'null', '"a"', '[1]', 'a+b & c=d', '100 %']
  for (const search of asked) {
    expect(parseSearch(stringifySearch({ search, page: 2, tag: undefined }))).toStrictEqual({ search, page: '2' })
    expect(textIn(parseSearch(`?search=${encodeURIComponent(search)}`).search)).toBe(search)
  }
  expect(stringifySearch({ search: undefined })).toBe('')
  expect([textIn('  '), textIn(undefined), textIn({ a: 1 })]).toEqual([undefined, undefined, undefined])
})

test('only what the screen knows comes through', () => {
  expect([oneIn('admin', ['admin', 'user']), oneIn('root', ['admin', 'user']), oneIn(1, ['admin'])]).toEqual([
    'admin',
    undefined,
    undefined,
  ])
})

test('the first page, and what is none, do not stand in the address', () => {
  expect([pageIn(2), pageIn('2')]).toEqual([2, 2])
  for (const none of [1, 0, 1.5, '1', '2.5', '1e3', '-2', ' 2', '', 1e9, '1000001', true]) expect(pageIn(none)).toBeUndefined()
})

test('a switch that is on is in the address as a word', () => {
  expect(flagIn(parseSearch(stringifySearch({ favourites: true })).favourites)).toBe(true)
  expect([flagIn(true), flagIn('false'), flagIn('1'), flagIn(undefined)]).toEqual([true, undefined, undefined, undefined])
})

test('a day is one that the calendar has', () => {
  expect(dayIn('2026-11-20')).toBe('2026-11-20')
  for (const none of ['2026-13-40', '2026-02-30', 'yesterday']) expect(dayIn(none)).toBeUndefined()
})

test('a minute is one that the calendar has, as the browser writes it', () => {
  expect([minuteIn('2026-11-20T09:30'), minuteIn('2026-11-20T25:00'), minuteIn('2026-02-30T09:30'), minuteIn('abc')]).toEqual([
    '2026-11-20T09:30',
    undefined,
    undefined,
    undefined,
  ])
})

test('an undefined value is left out', () => {
  expect(present({ page: undefined, search: 'a' })).toStrictEqual({ search: 'a' })
})

test('other or wrong values in an address are answered as nothing, so that they do not come through', () => {
  const read = searchIn(({ page, search }) => ({ page: pageIn(page), search: textIn(search) }))
  expect(read({ page: 'abc', search: 'ann\0', colour: 'red' })).toStrictEqual({ page: undefined, search: undefined, colour: undefined })
  expect(read({ page: 2, search: 'ann' })).toStrictEqual({ page: 2, search: 'ann' })
})
