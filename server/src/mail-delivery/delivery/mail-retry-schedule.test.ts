import { expect, test } from 'vitest'
import { pauseAfter } from './mail-retry-schedule.ts'

const tries = [1, 2, 3, 4, 5] as const

test('a pause is up to a fifth shorter or longer, by chance', () => {
  const seconds = (random: number) => tries.map((attempts) => (pauseAfter(attempts, random) ?? 0) / 1000)
  expect(seconds(0)).toEqual([24, 96, 480, 2880, 17_280])
  expect(seconds(0.5)).toEqual([30, 120, 600, 3600, 21_600])
  expect(seconds(1)).toEqual([36, 144, 720, 4320, 25_920])
})

test('after the sixth try there is no other', () => {
  expect(pauseAfter(6, 0.5)).toBeUndefined()
})
