import { expect, test } from 'vitest'
import { followedAdvice, passwordScore } from './password-strength.ts'

test.each([
  ['', 0],
  ['aA1!', 1],
  ['password', 1],
  ['aaaaaaaa', 1],
  ['kjhgfdsw', 2],
  ['kjhgfds7', 3],
  ['Kjhgfds7', 4],
  ['Kjhgfd-7', 5],
  ['correct horse battery', 3],
  ['Kjhgfd-7 and more', 5],
])('%j scores %i', (password, score) => {
  expect(passwordScore(password)).toBe(score)
})

test('twelve characters add a point, up to five', () => {
  expect(passwordScore('kjhgfds7plmn')).toBe(passwordScore('kjhgfds7') + 1)
  expect(passwordScore('Kjhgfd-7plmn')).toBe(5)
})

test.each(['123456', 'password', 'qwerty', 'abc123', 'admin', 'letmein'])(
  'the common pattern %s is found inside, in any case',
  (pattern) => {
    expect(followedAdvice(`Zx9!${pattern.toUpperCase()}`).uncommon).toBe(false)
  },
)

test('three of the same in a row count as a repetition, two do not', () => {
  expect(followedAdvice('Kjh111fd').unrepeated).toBe(false)
  expect(followedAdvice('Kjh11fd1').unrepeated).toBe(true)
})

test('being known from a data breach costs three points, down to weak', () => {
  expect(passwordScore('Kjhgfd-7 and more', true)).toBe(2)
  expect(passwordScore('Kjhgfds7', true)).toBe(1)
  expect(passwordScore('kjhgfdsw', true)).toBe(1)
  expect(passwordScore('', true)).toBe(0)
})
