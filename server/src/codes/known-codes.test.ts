import { expect, test } from 'vitest'
import type { VisibleKey } from './codes.repository.ts'
import { createKnownCodes } from './known-codes.ts'

const window = 100
const time = window * 30_000
const key: VisibleKey = ['one', 'ann', 'totp', 'SHA1', 6, 30, 'sealed']
const sameKey: VisibleKey = ['one', 'ann', 'totp', 'SHA1', 6, 30, 'sealed', false]

/** Each computation gives other codes, so that a code says which one made it. */
function setUp() {
  const codesOf = createKnownCodes()
  let computed = 0
  return (asked: VisibleKey, at = window, now = time) =>
    codesOf(asked, at, now, () => ({ code: String(++computed), next_code: 'next' })).code
}

test('all who ask for a key in one window share one computation, each with an array of their own', () => {
  const codeOf = setUp()
  expect([codeOf(key), codeOf(sameKey), codeOf(sameKey, window, time + 29_999)]).toEqual(['1', '1', '1'])
})

test('the next window has codes of its own, and the last one’s are gone', () => {
  const codeOf = setUp()
  expect([codeOf(key), codeOf(key, window + 1, time + 30_000), codeOf(key)]).toEqual(['1', '2', '3'])
})

test('a window that is longer than the kept codes are is computed again', () => {
  const codeOf = setUp()
  const long: VisibleKey = ['two', 'ann', 'totp', 'SHA1', 6, 60, 'sealed']
  expect([codeOf(long), codeOf(long, window, time + 30_000)]).toEqual(['1', '2'])
})

test.each<[string, VisibleKey]>([
  ['owner', ['one', 'bo', 'totp', 'SHA1', 6, 30, 'sealed']],
  ['kind', ['one', 'ann', 'steam', 'SHA1', 6, 30, 'sealed']],
  ['algorithm', ['one', 'ann', 'totp', 'SHA256', 6, 30, 'sealed']],
  ['digits', ['one', 'ann', 'totp', 'SHA1', 8, 30, 'sealed']],
  ['period', ['one', 'ann', 'totp', 'SHA1', 6, 60, 'sealed']],
  ['secret', ['one', 'ann', 'totp', 'SHA1', 6, 30, 'other']],
])('a key whose %s changed is computed at once, as a secret that was moved in the database has to be refused', (_, changed) => {
  const codeOf = setUp()
  expect([codeOf(key), codeOf(changed), codeOf(changed)]).toEqual(['1', '2', '2'])
})

test('a secret that cannot be read is tried again by the next request', () => {
  const codesOf = createKnownCodes()
  const broken = () => {
    throw new Error('unreadable')
  }
  expect(() => codesOf(key, window, time, broken)).toThrow('unreadable')
  expect(codesOf(key, window, time, () => ({ code: '1', next_code: '2' })).code).toBe('1')
})

test('the codes of 10,000 keys are kept, and those of more computed each time', () => {
  const codeOf = setUp()
  const keyAt = (index: number): VisibleKey => [`key ${index}`, 'ann', 'totp', 'SHA1', 6, 30, 'sealed']
  for (let index = 0; index < 10_000; index += 1) codeOf(keyAt(index))
  expect([codeOf(keyAt(10_000)), codeOf(keyAt(10_000)), codeOf(keyAt(9_999))]).toEqual(['10001', '10002', '10000'])
})
