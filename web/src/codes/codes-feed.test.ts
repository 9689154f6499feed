import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import { createCodesFeed } from './codes-feed.ts'
import type { CodesAnswer } from './code-at.ts'

const start = Date.parse('2026-11-20T10:00:05.000Z')
/** The server's clock is this much ahead of the browser's. */
const serverAhead = 3000

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Codes are named after key and window, so that a wrong window is seen at once. */
const codeFor = (id: string, time: number, period: number) => `${id}${Math.floor(time / (period * 1000))}`

function answer(keys: Record<string, number | null>): CodesAnswer {
  const time = Date.now() + serverAhead
  return {
    codes: Object.entries(keys).map(([id, period]) => ({
      id,
      code: period === null ? '------' : codeFor(id, time, period),
      next_code: period === null ? null : codeFor(id, time + period * 1000, period),
      period,
      time_remaining: period,
    })),
    time_remaining: 30,
    server_time: new Date(time).toISOString(),
  }
}

function setUp({ keys = { a: 30 }, random = 0.5 }: { keys?: Record<string, number | null>; random?: number } = {}) {
  let visible = true
  const watchers = new Set<() => void>()
  const fetchCodes = vi.fn(() => Promise.resolve(answer(keys)))
  const feed = createCodesFeed({
    fetchCodes,
    random: () => random,
    noteOffset: () => undefined,
    page: {
      isVisible: () => visible,
      watch: (listener) => {
        watchers.add(listener)
        return () => watchers.delete(listener)
      },
    },
  })
  const setVisible = (now: boolean) => {
    visible = now
    for (const watcher of watchers) watcher()
  }
  return { feed, fetchCodes, setVisible, keys }
}

const serverNow = () => Date.now() + serverAhead
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('over five minutes, at every tenth of a second, the code shown is that of the present window, and none is ever missing', async () => {
  const { feed, fetchCodes } = setUp({ keys: { a: 30, b: 60, c: 10 } })
  feed.start()
  await pass(50)
  for (let step = 0; step < 3000; step += 1) {
    for (const [id, period] of [
      ['a', 30],
      ['b', 60],
      ['c', 10],
    ] as const) {
      expect(feed.code(id)?.code).toBe(codeFor(id, serverNow(), period))
      expect(feed.codeNow(id).code).toBe(codeFor(id, serverNow(), period))
    }
    await pass(100)
  }
  expect(fetchCodes.mock.calls.length).toBeLessThanOrEqual(32)
})

test('30-second keys are fetched once a window, in its middle part', async () => {
  const { feed, fetchCodes } = setUp({ random: 0 })
  feed.start()
  await pass(0)
  expect(fetchCodes).toHaveBeenCalledTimes(1)
  // 10:00:08 by the server; the next window begins at :30, and a fifth of it has passed at :36.
  await pass(27_900)
  expect(fetchCodes).toHaveBeenCalledTimes(1)
  await pass(200)
  expect(fetchCodes).toHaveBeenCalledTimes(2)
})

test('the seconds are those of the server, not of this computer', async () => {
  const { feed } = setUp()
  feed.start()
  await pass(0)
  expect(feed.secondsLeft(30)).toBe(22)
  expect(feed.windowEndsAt(30)).toBe(start + 22_000)
  expect(feed.clockAhead()).toBe(-3)
  await pass(1001)
  expect(feed.secondsLeft(30)).toBe(21)
})

test('when fetching fails, known codes stay until they run out, then every code is dashes, and it comes back by itself', async () => {
  const { feed, fetchCodes, keys } = setUp()
  feed.start()
  await pass(0)
  fetchCodes.mockRejectedValue(new Error('down'))
  await pass(50_000)
  expect(feed.isFailing()).toBe(true)
  expect(feed.code('a')?.code).toBe(codeFor('a', serverNow(), 30))
  await pass(4000)
  expect(feed.code('a')?.code).toBe('------')
  fetchCodes.mockImplementation(() => Promise.resolve(answer(keys)))
  await pass(40_000)
  expect(feed.isFailing()).toBe(false)
  expect(feed.code('a')?.code).toBe(codeFor('a', serverNow(), 30))
})

test('the countdown stops at zero once the last known code has run out and none comes, and goes on with the next answer', async () => {
  const { feed, fetchCodes, keys } = setUp({ keys: { a: 30, counter: null } })
  feed.start()
  await pass(0)
  fetchCodes.mockRejectedValue(new ApiError('away', { status: 0, code: 'network' }))
  await pass(50_000)
  expect([feed.isFailing(), feed.secondsLeft(30) > 0]).toEqual([true, true])
  await pass(10_000)
  expect([feed.code('a')?.code, feed.secondsLeft(30)]).toEqual(['------', 0])
  await pass(5_000)
  expect(feed.secondsLeft(30)).toBe(0)
  fetchCodes.mockImplementation(() => Promise.resolve(answer(keys)))
  await pass(40_000)
  expect(feed.secondsLeft(30)).toBeGreaterThan(0)
})

test('a code is on its way before the first answer, and dashes when that one fails', async () => {
  const { feed, fetchCodes } = setUp()
  fetchCodes.mockRejectedValue(new Error('down'))
  expect(feed.code('a')).toBeUndefined()
  feed.start()
  expect(feed.code('a')).toBeUndefined()
  await pass(0)
  expect(feed.code('a')?.code).toBe('------')
})

test('failed tries come less and less often, and not before the server wants them', async () => {
  const { feed, fetchCodes } = setUp()
  fetchCodes.mockRejectedValue(new Error('down'))
  feed.start()
  await pass(60_000)
  expect(fetchCodes.mock.calls.length).toBeLessThanOrEqual(7)

  const limited = setUp()
  limited.fetchCodes.mockRejectedValue(new ApiError('', { status: 429, code: 'rate.limited', retryAfter: 40 }))
  limited.feed.start()
  await pass(39_000)
  expect(limited.fetchCodes).toHaveBeenCalledTimes(1)
})

test('a hidden page fetches nothing, and shows the right code at the very moment it is seen again', async () => {
  const { feed, fetchCodes, setVisible } = setUp()
  feed.start()
  await pass(0)
  setVisible(false)
  await pass(600_000)
  expect(fetchCodes).toHaveBeenCalledTimes(1)
  setVisible(true)
  expect(feed.code('a')).toBeUndefined()
  await pass(0)
  expect(feed.code('a')?.code).toBe(codeFor('a', serverNow(), 30))
  expect(fetchCodes).toHaveBeenCalledTimes(2)
})

test('one fetch at a time; a refresh during one is followed by another', async () => {
  const { feed, fetchCodes } = setUp()
  let inFlight = 0
  let most = 0
  fetchCodes.mockImplementation(async () => {
    most = Math.max(most, (inFlight += 1))
    await new Promise((resolve) => setTimeout(resolve, 300))
    inFlight -= 1
    return answer({ a: 30 })
  })
  feed.start()
  feed.refresh()
  feed.refresh()
  await pass(1000)
  expect(most).toBe(1)
  expect(fetchCodes).toHaveBeenCalledTimes(2)
})

test('when this computer sleeps or its clock is set, codes are fetched at once', async () => {
  const { feed, fetchCodes } = setUp()
  feed.start()
  await pass(0)
  vi.setSystemTime(Date.now() + 3_600_000)
  await pass(1100)
  expect(fetchCodes).toHaveBeenCalledTimes(2)
  expect(feed.code('a')?.code).toBe(codeFor('a', serverNow(), 30))
})

test('the code of a counter-based key stays until the next one is asked for', async () => {
  const { feed } = setUp({ keys: { h: null } })
  feed.start()
  await pass(0)
  expect(feed.code('h')?.code).toBe('------')
  feed.showCounterCode('h', '755224')
  await pass(120_000)
  expect(feed.code('h')?.code).toBe('755224')
})

test('unchanged codes are the same object from tick to tick, so that nothing renders for them', async () => {
  const { feed } = setUp()
  feed.start()
  await pass(0)
  const before = feed.code('a')
  await pass(5000)
  expect(feed.code('a')).toBe(before)
})

test('after the end nothing is fetched, and a late answer changes nothing', async () => {
  const { feed, fetchCodes } = setUp()
  fetchCodes.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    return answer({ a: 30 })
  })
  const stop = feed.start()
  await pass(100)
  stop()
  await pass(120_000)
  expect(fetchCodes).toHaveBeenCalledTimes(1)
  expect(feed.code('a')).toBeUndefined()
})
