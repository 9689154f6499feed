import { expect, test } from 'vitest'
import { pinDigits } from './pin-digits.ts'

test.each([
  ['1234', '1234'],
  ['12345', '1234'],
  ['1a2-3 4', '1234'],
  ['abc', ''],
  ['٤٣٢١', ''],
])('%j becomes %j', (typed, kept) => {
  expect(pinDigits(typed)).toBe(kept)
})
