import { expect, test } from 'vitest'
import { isWithin } from './is-within.ts'

test('a place is current at its own address and below it, not at one that only starts alike', () => {
  expect(isWithin('/profile', '/profile')).toBe(true)
  expect(isWithin('/profile/security', '/profile')).toBe(true)
  expect(isWithin('/profiles', '/profile')).toBe(false)
  expect(isWithin('/', '/profile')).toBe(false)
})
