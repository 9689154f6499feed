import { expect, test } from 'vitest'
import { hueOf } from './hue.ts'

test('a service has one of twelve hues, whatever case it is written in', () => {
  const names = Array.from({ length: 200 }, (_, index) => `Service ${index}`)
  expect(new Set(names.map(hueOf)).size).toBe(12)
  expect(hueOf('GitHub')).toBe(hueOf(' github '))
  expect(names.map(hueOf).every((hue) => hue % 30 === 15 && hue < 360)).toBe(true)
})
