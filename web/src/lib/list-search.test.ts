import { expect, test } from 'vitest'
import { dayIn, minuteIn, oneIn, pageIn, present, searchIn, textIn } from './list-search.ts'

test('a text comes through, also one that an address holds as a number', () => {
  expect([textIn('ann'), textIn(123), textIn('  '), textIn(undefined), textIn({ a: 1 })]).toEqual([
    'ann',
    '123',
    undefined,
    undefined,
    undefined,
  ])
})

test('only what the screen knows comes through', () => {
  expect([oneIn('admin', ['admin', 'user']), oneIn('root', ['admin', 'user']), oneIn(1, ['admin'])]).toEqual([
    'admin',
    undefined,
    undefined,
  ])
})

test('the first page, and what is none, do not stand in the address', () => {
  expect([pageIn(2), pageIn(1), pageIn(0), pageIn(1.5), pageIn('2'), pageIn(1e9)]).toEqual([
    2,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a day is one that the calendar has', () => {
  expect([dayIn('2026-11-20'), dayIn('2026-13-40'), dayIn('yesterday')]).toEqual(['2026-11-20', undefined, undefined])
})

test('a minute is one that the calendar has, as the browser writes it', () => {
  expect([minuteIn('2026-11-20T09:30'), minuteIn('2026-11-20T25:00'), minuteIn('2026-11-20'), minuteIn('abc')]).toEqual([
    '2026-11-20T09:30',
    undefined,
    undefined,
    undefined,
  ])
})

test('what is undefined is left out', () => {
  expect(present({ page: undefined, search: 'a' })).toStrictEqual({ search: 'a' })
})

test('what an address has besides, or wrongly, is answered as nothing, so that it does not come through', () => {
  const read = searchIn(({ page, search }) => ({ page: pageIn(page), search: textIn(search) }))
  expect(read({ page: 'abc', search: 'ann\0', colour: 'red' })).toStrictEqual({ page: undefined, search: undefined, colour: undefined })
  expect(read({ page: 2, search: 'ann' })).toStrictEqual({ page: 2, search: 'ann' })
})
