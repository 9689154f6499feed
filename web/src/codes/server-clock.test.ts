import { expect, test } from 'vitest'
import { clockOffset, untilNextSecond } from './server-clock.ts'

test('the server is taken to have read its clock in the middle of the round trip', () => {
  expect(clockOffset({ server: 105_100, sentAt: 100_000, receivedAt: 100_200 })).toBe(5000)
})

test('an offset that agrees with a later answer stays', () => {
  expect(clockOffset({ server: 105_100, sentAt: 100_000, receivedAt: 100_200 }, 4950)).toBe(4950)
})

test('an offset that a later answer rules out is replaced, as after a change of the local clock', () => {
  expect(clockOffset({ server: 105_100, sentAt: 100_000, receivedAt: 100_200 }, 5101)).toBe(5000)
  expect(clockOffset({ server: 105_100, sentAt: 100_000, receivedAt: 100_200 }, 4899)).toBe(5000)
})

test('the next whole second is at most a second and never no time away', () => {
  expect(untilNextSecond(10_000)).toBe(1000)
  expect(untilNextSecond(10_001)).toBe(999)
  expect(untilNextSecond(10_999.5)).toBe(0.5)
})
