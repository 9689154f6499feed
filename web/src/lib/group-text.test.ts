import { expect, test } from 'vitest'
import { groupByFour, groupDigits } from './group-text.ts'

test.each([
  ['12345', '12 345'],
  ['123456', '123 456'],
  ['1234567', '123 4567'],
  ['12345678', '1234 5678'],
  ['123456789', '123 456 789'],
  ['1234567890', '123 456 7890'],
])('%s is shown as %s', (code, shown) => {
  expect(groupDigits(code)).toBe(shown)
})

test('Steam codes, dashes and other lengths stay whole', () => {
  expect(groupDigits('2BX7K')).toBe('2BX7K')
  expect(groupDigits('------')).toBe('------')
  expect(groupDigits('1234')).toBe('1234')
})

test('removing the spaces gives the code that is copied', () => {
  for (const code of ['00000', '012345', '9876543210']) expect(groupDigits(code).replaceAll(' ', '')).toBe(code)
})

test('a secret is grouped by four, the rest at the end', () => {
  expect(groupByFour('JBSWY3DPEHPK3PXPAB')).toBe('JBSW Y3DP EHPK 3PXP AB')
  expect(groupByFour('')).toBe('')
})
