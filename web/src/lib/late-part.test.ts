import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilLoaded } from './late-part.ts'

const listeners = new Set<() => void>()
const said = vi.fn<(event: Event) => boolean>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
  vi.stubGlobal('dispatchEvent', said)
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function failing(times: number) {
  const asked = vi.fn<() => Promise<string>>()
  for (let time = 0; time < times; time += 1) asked.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  return asked.mockResolvedValue('part')
}

test('a part whose file is lost on the way is fetched again as soon as the network is back', async () => {
  const load = failing(1)
  const loaded = untilLoaded(load)
  await vi.advanceTimersByTimeAsync(0)
  expect(listeners.size).toBe(1)
  expect(said.mock.calls.map(([event]) => event.type)).toEqual(['part-missing'])
  for (const listener of listeners) listener()
  expect(await loaded).toBe('part')
  expect(load).toHaveBeenCalledTimes(2)
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0])
})

test('a part is fetched again every five seconds if the browser notices nothing', async () => {
  const load = failing(2)
  const loaded = untilLoaded(load)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_001)
  expect(await loaded).toBe('part')
  expect(load).toHaveBeenCalledTimes(3)
})
