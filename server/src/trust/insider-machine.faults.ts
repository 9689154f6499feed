import { test } from 'vitest'
import { tryInsider } from '../testing/insider-machine.ts'

const first = Number(process.env['SEED'] ?? Date.now() % 1_000_000)

// 125 times 80 acts. Each in a test of its own, whose application ends with it.
test.each(Array.from({ length: 125 }, (_, run) => first + run))(
  'one administrator with two accounts reaches nothing of Ann’s before the waiting time, in 10,000 random acts (seed %i)',
  async (seed) => void (await tryInsider(seed, 80)),
)
