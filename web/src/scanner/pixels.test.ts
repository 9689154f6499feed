import { expect, test } from 'vitest'
import { enlarge, type GreyPicture, halve, median } from './pixels.ts'

/** Grain, the same each time. */
function grain(width: number, height: number): GreyPicture {
  let state = 7
  const pixels = Uint8ClampedArray.from({ length: width * height }, () => (state = (state * 48_271) % 2_147_483_647) % 256)
  return { pixels, width, height }
}

test('the middle of each pixel and its neighbours is what sorting them gives', () => {
  const picture = grain(24, 17)
  const { pixels } = median(picture)
  for (let y = 1; y < 16; y++) {
    for (let x = 1; x < 23; x++) {
      const near = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => picture.pixels[(y + dy) * 24 + x + dx] ?? 0))
      expect(pixels[y * 24 + x]).toBe(near.toSorted((one, other) => one - other)[4])
    }
  }
})

test('halving takes the mean of four, and leaves an odd row or column out', () => {
  const picture = { pixels: Uint8ClampedArray.of(0, 100, 9, 200, 100, 9, 1, 2, 3), width: 3, height: 3 }
  expect(halve(picture)).toEqual({ pixels: Uint8ClampedArray.of(100), width: 1, height: 1 })
})

test('enlarging goes in straight lines from pixel to pixel, and keeps the edges', () => {
  const { pixels, width, height } = enlarge({ pixels: Uint8ClampedArray.of(0, 100), width: 2, height: 1 })
  expect([width, height, [...pixels]]).toEqual([4, 2, [0, 25, 75, 100, 0, 25, 75, 100]])
})
