import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createRefusals } from './refusals.ts'

test('a thousand refusals of a kind are one line a second, with how many they were and without a stack; limits that work are none', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const lines: Record<string, unknown>[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
  const refusals = createRefusals(log)
  const flood = () => {
    for (let count = 0; count < 1000; count++) {
      refusals.note('server.busy', 'The server is busy.', '203.0.113.7')
      refusals.note('rate.limited', 'Too many attempts.', '203.0.113.7')
    }
  }
  flood()
  vi.advanceTimersByTime(1000)
  flood()
  expect(lines.map(({ level, code, reason, address, refused }) => [level, code, reason, address, refused])).toEqual([
    ['warn', 'server.busy', 'The server is busy.', '203.0.113.7', 1],
    ['warn', 'server.busy', 'The server is busy.', '203.0.113.7', 1000],
  ])
  expect(JSON.stringify(lines)).not.toContain('stack')
})
