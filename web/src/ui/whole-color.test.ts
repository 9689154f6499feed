import { expect, test } from 'vitest'
import { wholeColor } from './whole-color.ts'

test.each([
  ['#A1b2C3', '#a1b2c3'],
  ['a1b2c3', '#a1b2c3'],
  [' #0fa ', '#00ffaa'],
  ['#12', undefined],
  ['#12345', undefined],
  ['red', undefined],
  ['#12345678', undefined],
])('%s is %s', (text, color) => {
  expect(wholeColor(text)).toBe(color)
})
