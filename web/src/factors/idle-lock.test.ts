import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIdleLock, reportEvery } from './idle-lock.ts'

const after = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const [report, lock] = [vi.fn(), vi.fn()]
  return { report, lock, idle: createIdleLock({ after, report, lock }) }
}

test('it locks once nobody has used it for the chosen time, counted from the last use', () => {
  const { lock, idle } = start()
  vi.advanceTimersByTime(after - 1)
  idle.use()
  vi.advanceTimersByTime(after - 1)
  expect(lock).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(lock).toHaveBeenCalledOnce()
})

test('use in another tab counts, and is not reported twice', () => {
  const { lock, report, idle } = start()
  vi.advanceTimersByTime(after - 1)
  idle.useElsewhere()
  vi.advanceTimersByTime(after - 1)
  expect([lock.mock.calls.length, report.mock.calls.length]).toEqual([0, 0])
})

test('the first touch after a sleep in which no timer ran locks instead of counting as use', () => {
  const { lock, report, idle } = start()
  vi.setSystemTime(Date.now() + 10 * after)
  idle.use()
  expect([lock.mock.calls.length, report.mock.calls.length]).toEqual([1, 0])
  idle.use()
  expect(lock).toHaveBeenCalledOnce()
})

test('use is reported at once, then at most every quarter of a minute, and the last one is not forgotten', () => {
  const { report, idle } = start()
  for (let count = 0; count < 100; count += 1) idle.use()
  expect(report).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(reportEvery)
  expect(report).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(reportEvery)
  expect(report).toHaveBeenCalledTimes(2)
  idle.use()
  expect(report).toHaveBeenCalledTimes(3)
})
