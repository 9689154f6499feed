import { expect, test } from 'vitest'
import { readRateLimit, readRetryAfter } from './rate-limit.ts'

const now = Date.parse('2026-11-20T10:00:00Z')

test('the three headers become numbers', () => {
  const headers = new Headers({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '3', 'x-ratelimit-reset': '1795168800' })
  expect(readRateLimit(headers)).toEqual({ limit: 5, remaining: 3, reset: 1795168800 })
})

test('an answer without the headers, or with nonsense in them, has no limit', () => {
  expect(readRateLimit(new Headers())).toBeUndefined()
  expect(readRateLimit(new Headers({ 'x-ratelimit-remaining': '', 'x-ratelimit-reset': 'soon' }))).toBeUndefined()
})

test('retry-after wins, because it does not depend on the clock of this computer', () => {
  expect(readRetryAfter(new Headers({ 'retry-after': '17', 'x-ratelimit-reset': '1' }), now)).toBe(17)
})

test('without retry-after the wait is the reset time minus now, by the clock of the server where it is known', () => {
  const reset = String(now / 1000 + 42)
  expect(readRetryAfter(new Headers({ 'x-ratelimit-reset': reset }), now)).toBe(42)
  const anHourOff = now + 3_600_000
  expect(readRetryAfter(new Headers({ 'x-ratelimit-reset': reset, date: new Date(now).toUTCString() }), anHourOff)).toBe(42)
})

test('a wait that is over counts as one second, never as none or less', () => {
  expect(readRetryAfter(new Headers({ 'x-ratelimit-reset': String(now / 1000 - 5) }), now)).toBe(1)
})
