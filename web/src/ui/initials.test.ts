import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test('initials are the first letters of up to two words, upper-case', () => {
  expect(initials('bo sample')).toBe('BS')
  expect(initials('  Ann  Mary Example ')).toBe('AM')
  expect(initials('ann', 1)).toBe('A')
})

test('a letter outside the basic plane stays whole, and a blank name has no initials', () => {
  expect(initials('𝒜nn 😀')).toBe('𝒜😀')
  expect(initials(' ')).toBe('')
})
