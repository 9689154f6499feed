import { expect, test } from 'vitest'
import { tryInsider } from '../testing/insider-machine.ts'

test('one administrator with two accounts reaches nothing of Ann’s before the waiting time, in 320 random acts', async () => {
  let opened = 0
  for (const seed of [1, 2, 3, 4]) opened += (await tryInsider(seed, 80)).opened
  // They did get into her account, or this would show nothing.
  expect(opened).toBeGreaterThan(5)
}, 240_000)
