import { expect, test } from 'vitest'
import { findCommonPassword } from './common-passwords.ts'
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
  const breached = { isBreached: true }
  expect(passwordScore('Kjhgfd-7 and more', breached)).toBe(2)
  expect(passwordScore('Kjhgfds7', breached)).toBe(1)
  expect(passwordScore('kjhgfdsw', breached)).toBe(1)
  expect(passwordScore('', breached)).toBe(0)
})

test.each([
  ['Welcome1!', 2],
  ['Dragon123!', 2],
  ['Trustno1!', 2],
  ['Iloveyou1!', 2],
  ['!QAZ2wsx', 2],
  ['Aa123456!', 2],
  ['Summer2024!', 3],
  ['P@ssw0rd!2024', 3],
  ['Baseball123!', 3],
])('the common password %j follows every rule of the arithmetic and is still never strong: %i', (password, score) => {
  expect(passwordScore(password)).toBeGreaterThanOrEqual(4)
  const commonness = findCommonPassword(password)
  expect(passwordScore(password, { commonness })).toBe(score)
  expect(followedAdvice(password, undefined, commonness).uncommon).toBe(false)
})

test.each(['Kjhgfd-7 and more', 'correct horse battery staple', 'vB7!qPz2#x', 'é'.repeat(10_000)])('%j is in no list', (password) => {
  expect(findCommonPassword(password)).toBeUndefined()
})

test('nothing is called strong before the list was asked', () => {
  expect(passwordScore('Kjhgfd-7 and more', { commonness: 'unknown' })).toBe(3)
})
