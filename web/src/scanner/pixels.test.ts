import { expect, test } from 'vitest'
import { enlarge, halve } from './pixels.ts'

test('halving takes the mean of four, and leaves an odd row or column out', () => {
  const picture = { pixels: Uint8ClampedArray.of(0, 100, 9, 200, 100, 9, 1, 2, 3), width: 3, height: 3 }
  expect(halve(picture)).toEqual({ pixels: Uint8ClampedArray.of(100), width: 1, height: 1 })
})

test('enlarging goes in straight lines from pixel to pixel, and keeps the edges', () => {
  const { pixels, width, height } = enlarge({ pixels: Uint8ClampedArray.of(0, 100), width: 2, height: 1 })
  expect([width, height, [...pixels]]).toEqual([4, 2, [0, 25, 75, 100, 0, 25, 75, 100]])
})
