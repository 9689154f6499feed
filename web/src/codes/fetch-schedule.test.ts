import { expect, test } from 'vitest'
import { fetchRhythm, nextFetchAt, retryDelay } from './fetch-schedule.ts'
import type { KnownCode } from './code-at.ts'

const key = (length: number | null): KnownCode => ({
  code: '111111',
  next: '222222',
  startsAt: length === null ? null : 0,
  length: length ?? 0,
})

test('codes are fetched once in 30 seconds; shorter windows quicken it, longer ones and counters do not slow it', () => {
  expect(fetchRhythm([])).toBe(30_000)
  expect(fetchRhythm([key(30_000), key(60_000), key(null)])).toBe(30_000)
  expect(fetchRhythm([key(30_000), key(10_000)])).toBe(10_000)
})

test('the next fetch lies between 20 and 80 per cent of the following window, wherever the last answer lay', () => {
  for (const time of [0, 1, 12_345, 29_999]) {
    expect(nextFetchAt(time, 30_000, 0)).toBe(36_000)
    expect(nextFetchAt(time, 30_000, 1)).toBe(54_000)
  }
})

test('retries wait twice as long each time, up to half a minute, and are spread', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map((failures) => retryDelay(failures, 0.5))).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(retryDelay(1, 0)).toBe(750)
  expect(retryDelay(1, 1)).toBe(1250)
})
