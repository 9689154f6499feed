import { expect, onTestFinished, test, vi } from 'vitest'
import { createFairShare } from './fair-share.ts'

/** A share, and in which order people got their places. */
function start(options: { total: number; each: number; longestQueue?: number }) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const share = createFairShare({ longestQueue: 100, longestWait: 1000, ...options })
  const got: string[] = []
  const take = (who: string) => {
    const waiting = share.take(who)
    if (waiting === undefined) got.push(who)
    const taken = waiting?.then(() => void got.push(who))
    taken?.catch(() => {}) // most tests do not look at what becomes of it
    return taken
  }
  /** Gives a place back and lets waiters continue. */
  const give = async (who: string) => {
    share.give(who)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { take, give, got, countWaiting: share.countWaiting }
}

test('a person gets no more places than each may have; another one gets a place at once', async () => {
  const { take, give, got } = start({ total: 4, each: 2 })
  for (let count = 0; count < 50; count++) void take('flood')
  void take('bo')
  expect(got).toEqual(['flood', 'flood', 'bo'])
  await give('flood')
  expect(got).toEqual(['flood', 'flood', 'bo', 'flood'])
})

test('a caller who waited has a place like any other, and those who still wait are counted', async () => {
  const { take, give, got, countWaiting } = start({ total: 1, each: 1 })
  for (const who of ['ann', 'bo', 'bo', 'cy']) void take(who)
  expect(countWaiting()).toBe(3)
  await give('ann')
  void take('dan')
  expect([got, countWaiting()]).toEqual([['ann', 'bo'], 3])
})

test('when all places are taken, the next one goes to the person with the fewest, and of several in turn', async () => {
  const { take, give, got } = start({ total: 3, each: 3 })
  for (const who of ['ann', 'ann', 'ann', 'ann', 'ann', 'bo', 'bo', 'cy']) void take(who)
  expect(got).toEqual(['ann', 'ann', 'ann'])
  await give('ann')
  expect(got.at(-1)).toBe('bo')
  await give('ann')
  expect(got.at(-1)).toBe('cy')
  await give('ann')
  expect(got.at(-1)).toBe('ann')
  await give('cy')
  await give('bo')
  await give('ann')
  expect(got.slice(6).toSorted()).toEqual(['ann', 'bo'])
})

test('waiting ends after a bounded time, and the place goes to the next request', async () => {
  const { take, give, got } = start({ total: 1, each: 1 })
  void take('ann')
  const late = take('bo')
  const refused = expect(late).rejects.toMatchObject({ code: 'server.busy', status: 503, retryAfter: 2 })
  await vi.advanceTimersByTimeAsync(999)
  void take('cy')
  await vi.advanceTimersByTimeAsync(1)
  await refused
  await give('ann')
  expect(got).toEqual(['ann', 'cy'])
})

test('a request that waited too long leaves the others in its queue', async () => {
  const { take, give, got } = start({ total: 1, each: 1 })
  void take('ann')
  void take('bo')
  await vi.advanceTimersByTimeAsync(500)
  void take('bo')
  await vi.advanceTimersByTimeAsync(500)
  await give('ann')
  expect(got).toEqual(['ann', 'bo'])
})

test('a queue has an end for its person; a refused caller may come back, and the refusal has no stack', async () => {
  const { take, give, got } = start({ total: 2, each: 1, longestQueue: 2 })
  for (let count = 0; count < 3; count++) void take('flood')
  const refuse = () => take('flood')
  expect(refuse).toThrow(expect.objectContaining({ code: 'rate.too_many_at_once', status: 429, retryAfter: 2 }) as Error)
  try {
    await refuse()
  } catch (error) {
    expect((error as Error).stack).not.toContain('\n')
  }
  expect(take('bo')).toBeUndefined()
  await give('flood')
  await give('flood')
  await give('flood')
  expect(take('flood')).toBeUndefined()
  expect(got).toEqual(['flood', 'bo', 'flood', 'flood', 'flood'])
})
